"""Transport of gold: treasures, from an island to the own port."""
