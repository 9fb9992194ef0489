"""Before a battle: fleets, scenarios, switches, and from an agreement to a match."""
