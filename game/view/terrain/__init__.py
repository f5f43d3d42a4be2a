"""The level's solid ground: painted once to colour and depth, chunk by chunk."""
