"""Return Fire."""
