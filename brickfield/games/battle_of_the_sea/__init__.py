"""Battle of the Sea: fleets of brick ships on uncharted waters."""
