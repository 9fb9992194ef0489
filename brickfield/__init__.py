"""Brickfield: brick tabletop wargames with every rule enforced and exact geometry."""

__version__ = "0.1.0"
