"""Buildings: houses with storeys, doors and windows."""
