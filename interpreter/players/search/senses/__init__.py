"""The sense of connection: what the goals have chains join, as the kernel needs it."""
