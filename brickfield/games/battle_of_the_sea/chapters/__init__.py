"""The chapters that a battle may do without, each in a folder with all that it brings."""
