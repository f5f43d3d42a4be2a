"""Plays the game's levels by the bot and writes down what it held.

Whoever changes a level, or anything that slimes feel, runs `python tests/record_routes.py` from the
project's folder: the tests then play what it wrote.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bots import Bot
from routes import ROUTES

from game.script import changes_of
from game.simulation import Simulation

ACTIONS = Path(__file__).parent.parent / "levels" / "actions"
MOST_TICKS = 10_000
"""A route takes no longer than this."""


def record(level: str) -> int:
    """Writes `levels/actions/<level>-goal.json`, and returns how many ticks it takes to the goal."""
    bot = Bot(Simulation.load(level), ROUTES[level])
    while not bot.completed:
        bot.tick()
        if len(bot.log) >= MOST_TICKS:
            raise SystemExit(f"{level}: no goal within {MOST_TICKS} ticks")
    changes = [{"tick": change.tick, "hold": list(change.hold)} for change in changes_of(bot.log)]
    lines = ",\n".join(f"  {json.dumps(change)}" for change in [*changes, {"tick": len(bot.log), "hold": []}])
    (ACTIONS / f"{level}-goal.json").write_text(f"[\n{lines}\n]\n")
    return len(bot.log)


if __name__ == "__main__":
    for name in sys.argv[1:] or ROUTES:
        print(f"{name}: {record(name)} ticks")  # noqa: T201 - a tool for the command line
