"""The sense of connection: what the goals have chains join, and the parts of the kernel that look for it."""
