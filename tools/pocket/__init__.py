"""Builds the edition without a server: a folder of plain files, `dist/pocket`."""
