"""What people do at tables beside playing: they find each other, talk in ready phrases, and play again."""
