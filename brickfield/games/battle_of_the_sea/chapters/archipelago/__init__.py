"""An archipelago at random."""
