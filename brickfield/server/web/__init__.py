"""The web: requests, sockets, the types on the wire and the limits of whoever calls."""
