"""Ways through the bundled game levels, for the bot."""

from bots import Stop

ROUTES: dict[str, list[Stop]] = {
    "lagoon": [
        Stop(1985.0),
        Stop(0.0, board="raft"),
        Stop(2730.0, leap=True),
        Stop(3535.0),
        Stop(3710.0, leap=True),
        Stop(3940.0, leap=True),
        Stop(0.0, board="bobbing plank"),
        Stop(4360.0, leap=True),
        Stop(5180.0),
    ],
    "cavern": [
        Stop(2400.0),
        Stop(0.0, board="lift", above=320.0),
        Stop(3360.0),
        Stop(3900.0, drop=True),
        Stop(4700.0),
    ],
    "summit": [
        Stop(1820.0),
        Stop(0.0, board="gondola"),
        Stop(2480.0, leap=True),
        Stop(2800.0),
        Stop(2945.0, leap=True),
        Stop(3155.0, leap=True),
        Stop(2965.0, leap=True),
        Stop(3185.0, leap=True),
        Stop(3380.0, leap=True),
        Stop(3520.0),
        Stop(3630.0, leap=True),
        Stop(3850.0, leap=True),
        Stop(4100.0, drop=True),
        Stop(4220.0),
        Stop(0.0, board="last lift", above=1045.0),
        Stop(5120.0),
    ],
}
"""Stops by level."""
