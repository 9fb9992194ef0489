"""BrickMech, one file for each chapter of the rule sheet. Begin with `contents.py`."""
