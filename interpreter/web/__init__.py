"""The browser: one conversation, carried by a server or by a worker without one."""
