"""Pictures that entities wear."""
