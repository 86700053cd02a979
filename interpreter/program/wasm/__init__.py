"""A program as a WebAssembly module, whose bytes are written here: no toolchain is needed."""
