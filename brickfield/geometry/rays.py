"""The rays of a look one by one, for who wants to see them drawn: one pair at a time, so plain Python does."""

from brickfield.geometry._pure_rays import rays_of

__all__ = ["rays_of"]
