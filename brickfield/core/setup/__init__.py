"""Before a battle: scenarios, armies, switches, and the editors that make them."""
