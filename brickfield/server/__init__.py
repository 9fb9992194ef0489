"""The server: rooms, seats by link, sockets and the store. It owns no rule; `app.py` only wires."""
