"""Glances, as the kernel takes and gives them: who looks, what is looked at, and what is seen of it."""

from brickfield.geometry.shapes import Shape

# Who looks: place, direction ahead, how far its eye is from its middle, whether that is straight ahead (else towards
# what it looks at), and its number in the scene. What is looked at: place, direction ahead, shape, number in the scene.
Watcher = tuple[float, float, float, float, float, bool, int]
Watched = tuple[float, float, float, float, Shape, int]
# The places of the two in their lists, the eye, the side that faces it (0 left, 1 rear, 2 right, 3 front), the hidden
# share of that side, and the numbers of the soft things that lie before it; before what is round none are looked for.
# Of two that are too near for a glance only the places are right, and the side is -1.
Glance = tuple[int, int, float, float, int, float, tuple[int, ...]]
NEAR_SIDE = -1
