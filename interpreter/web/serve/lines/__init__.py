"""Connections, before anything is asked on them."""
