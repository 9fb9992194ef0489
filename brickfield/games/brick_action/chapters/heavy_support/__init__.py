"""Heavy support: weapons on their mounts and their crews."""
