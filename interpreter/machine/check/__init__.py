"""The verifier of generated modules: whatever no writer should have written is found before a module runs."""
