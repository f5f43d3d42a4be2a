"""What can be asked on the command line."""

import argparse
import re
from pathlib import Path
from typing import TypeAlias

SMALLEST, LARGEST = 16, 4096
"""Limits of a film's width and height [px]."""

Size: TypeAlias = tuple[int, int]
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - has no other name


def build_parser() -> argparse.ArgumentParser:
    """The parser of `python -m game`. Without a command it gives the command "demo"."""
    parser = argparse.ArgumentParser(
        prog="python -m game",
        description="Feet find the ground and slimes squash. Without a command: the game, in a window.",
    )
    parser.set_defaults(command="demo", kernels=True, window=True)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for add in (
        _add_play,
        _add_run,
        _add_check,
        _add_schema,
        _add_levels,
        _add_replay,
        _add_bench,
        _add_report,
    ):
        add(commands)
    return parser


def _add(
    commands: Commands, name: str, purpose: str, *, kernels: bool = False, window: bool = False
) -> argparse.ArgumentParser:
    """A command: whether it needs compiled kernels, and whether it opens a window."""
    command = commands.add_parser(name, help=purpose, description=f"{purpose[0].upper()}{purpose[1:]}.")
    command.set_defaults(command=name, kernels=kernels, window=window)
    return command


def _add_play(commands: Commands) -> None:
    command = _add(commands, "play", "play a level in a window", kernels=True, window=True)
    _add_level(command)
    command.add_argument("--keys", type=Path, metavar="FILE", help='key bindings: {"jump": ["space"], ...}')


def _add_run(commands: Commands) -> None:
    command = _add(commands, "run", "run a level without a window and print what came of it", kernels=True)
    _add_level(command)
    command.add_argument("--ticks", type=_count, default=600, metavar="N", help="how long (default: 600)")
    command.add_argument(
        "--actions",
        metavar="FILE",
        help='what is held: [{"tick": 0, "hold": ["right"]}, ...], or a bundled name',
    )
    command.add_argument(
        "--record", type=Path, metavar="OUT", help="film it: .gif or .webp; .png for the last frame"
    )
    command.add_argument("--size", type=_size, metavar="WxH", help="size of the film [px]")
    command.add_argument("--every", type=_count, metavar="N", help="ticks from one frame to the next")
    command.add_argument(
        "--feet",
        nargs="*",
        type=_budget,
        metavar="NAME=LIMIT",
        help="tell how feet stood; exit 1 over a budget such as slide=0.01",
    )
    command.add_argument("--save", type=Path, metavar="FILE", help="keep it as a recording for replay")
    command.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_check(commands: Commands) -> None:
    command = _add(commands, "check", "say what is wrong with level files")
    command.add_argument("files", nargs="+", metavar="FILE", help="level file, or name of a bundled level")


def _add_schema(commands: Commands) -> None:
    _add(commands, "schema", "print the JSON schema of levels")


def _add_levels(commands: Commands) -> None:
    _add(commands, "levels", "list the bundled levels")


def _add_replay(commands: Commands) -> None:
    command = _add(commands, "replay", "say whether a recording still comes to the same states", kernels=True)
    command.add_argument("file", type=Path, metavar="FILE", help="what `run --save` wrote")


def _add_bench(commands: Commands) -> None:
    command = _add(commands, "bench", "measure what things cost on this machine", kernels=True)
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="a part (game, pictures, slimes, many-slimes) or words of rows; left out, all but the last",
    )
    command.add_argument("--json", action="store_true", help="print one line of JSON")


def _add_report(commands: Commands) -> None:
    purpose = "measure the bounds that physics must keep; exit 1 if one is not"
    command = _add(commands, "report", purpose, kernels=True)
    command.add_argument("--slow", action="store_true", help="measure what takes long, too")


def _add_level(command: argparse.ArgumentParser) -> None:
    command.add_argument("level", metavar="LEVEL", help="name of a bundled level, or path of a level file")


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text) or not int(text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, got {text!r}")
    return int(text)


def _budget(text: str) -> tuple[str, float]:
    from game.feet.judge import budget  # noqa: PLC0415 - only this needs it

    return budget(text)


def _size(text: str) -> Size:
    found = re.fullmatch(r"([0-9]{2,4})x([0-9]{2,4})", text)
    if not found or not all(SMALLEST <= int(side) <= LARGEST for side in found.groups()):
        raise argparse.ArgumentTypeError(
            f"expected a size from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST} such as 640x360, got {text!r}"
        )
    return int(found[1]), int(found[2])
