"""The commando: split actions and long moves."""
