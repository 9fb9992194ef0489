"""Flushing out who lies behind cover, where that is agreed on."""
