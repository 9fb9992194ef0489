"""The vocabulary of play: states, frames, decisions, events. Knows no game."""
