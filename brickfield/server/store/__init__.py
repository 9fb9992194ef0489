"""The store: what is written down, in which order, and how it is kept safe."""
