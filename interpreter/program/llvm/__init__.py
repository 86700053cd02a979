"""A program as the text of an LLVM module; nothing of LLVM's is imported."""
