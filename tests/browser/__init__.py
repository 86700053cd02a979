"""The page in a browser, carried by a server and by a worker without one."""
