"""Scavenging: loose parts, and the action that detaches and mounts them."""
