"""Characters that walk, jump and ride: who steers them, and how they move."""
