"""For researchers: every game as a PettingZoo environment. It needs the extra: pip install 'brickfield[research]'."""

from brickfield.research.environment import BrickfieldEnv, env

__all__ = ["BrickfieldEnv", "env"]
