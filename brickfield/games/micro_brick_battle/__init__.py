"""Micro Brick Battle: tanks of bricks, rulers and two dice."""
