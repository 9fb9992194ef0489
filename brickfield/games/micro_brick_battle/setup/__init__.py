"""Before a battle: armies, scenarios, switches, tables, and from an agreement to a match."""
