"""The chapters that can be told apart from the sheet, most of them optional: each has a folder with all it brings."""
