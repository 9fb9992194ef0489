"""The store on a PostgreSQL server: the same records, keys and hashes, for several workers on one or more machines."""
