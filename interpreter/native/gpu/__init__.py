"""Random games on an NVIDIA GPU: the text for it, the calls of its driver, and what plays with both."""
