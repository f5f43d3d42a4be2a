"""How a command says no."""


class Refusal(Exception):  # noqa: N818 - the user did nothing erroneous that a program could mend
    """A command that cannot do what it was asked; its text is the one line the user reads."""
