"""BrickAction, one file for each chapter of the guide. Begin with `contents.py`."""
