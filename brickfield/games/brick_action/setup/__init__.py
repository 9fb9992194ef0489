"""Before a battle: forces, scenarios, villages, switches, and from an agreement to a match."""
