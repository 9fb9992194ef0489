"""Young players and quick play: simpler rules by seat."""
