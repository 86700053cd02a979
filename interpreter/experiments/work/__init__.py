"""Work in blocks that depend on nothing but the job: shared among threads, processes and the workers of a cluster."""
