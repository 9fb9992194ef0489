"""Real bricks: models read and written as builders' tools do (LDraw, Studio), measured, and checked to be buildable.

The room knows no game. Lengths are LDraw's own: 20 units are one stud, 24 one brick high, and y points down.
"""
