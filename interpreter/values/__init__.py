"""What is known before play: values, their operations, and the options that choose them."""
