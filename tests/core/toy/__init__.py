"""A toy game that uses every part of the engine: nested windows, joint rolls, sealed choices, interrupted moves."""
