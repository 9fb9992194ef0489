"""The text table: a battle told in plain lines, for terminals, screen readers, scripts and language models."""
