"""Before a battle: the workshop, scenarios, switches, room on the table, and from an agreement to a match."""
