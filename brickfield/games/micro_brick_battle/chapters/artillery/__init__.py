"""Artillery: guns in their emplacements."""
