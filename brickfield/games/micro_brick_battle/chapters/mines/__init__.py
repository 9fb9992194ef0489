"""Mines: laying them, finding them, and what they do."""
