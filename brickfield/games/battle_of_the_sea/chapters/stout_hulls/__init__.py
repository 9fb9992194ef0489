"""Stout hulls: base durability that takes two hits."""
