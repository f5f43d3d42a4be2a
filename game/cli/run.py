"""`run LEVEL`: a level without a window, for tests, measurements and films."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from game.cli.output import require_writable
from game.cli.refusal import Refusal
from game.feet.judge import FeetJudge
from game.headless import HeadlessRun
from game.level.files import bundled_levels
from game.level.level import load_level
from game.level.problem import quoted, suggestion
from game.recording import write_recording
from game.script import ActionScript, read_script

ACTIONS = ("attack", "jump", "left", "right", "run")
"""What the systems of this project listen to."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run."""

    level: str
    """As it was asked for."""
    ticks: int
    """How many ticks ran."""
    entities: int
    """How many entities there are at the end, the world entity included."""
    ms_per_tick: float
    """What a tick cost on average [ms], compilation left out."""
    state_hash: str
    """Stands for the state at the end."""


def run(options: Namespace) -> int:
    """Runs a level and prints ticks, entities, ms per tick and the state hash.

    Asked about feet, it tells what they did, too, and is 1 where one was over its budget.
    """
    finish = _way_to_finish(options)
    if options.save:
        require_writable(options.save)
    level, script = load_level(options.level), _script(options.actions)
    headless = HeadlessRun(level, script, options.ticks)
    judge = None if options.feet is None else _judge(headless, options)
    headless.warm_up()
    finish(headless)
    if options.save:
        reference = level_reference(options.level, options.save.parent)
        write_recording(headless.recording(reference), options.save)
    _print(_outcome(options.level, headless), judge, as_json=options.json)
    return 0 if judge is None else _verdict(judge)


def _judge(run: HeadlessRun, options: Namespace) -> FeetJudge:
    judge = FeetJudge(run.simulation, dict(options.feet))
    if not judge.sees_feet:
        raise Refusal(f"nobody in {options.level} has feet")
    run.watchers.append(judge.observe)
    return judge


def _verdict(judge: FeetJudge) -> int:
    over = list(judge.excesses())
    for line in over:
        print(f"over budget: {line}", file=sys.stderr)
    return 1 if over else 0


def _way_to_finish(options: Namespace) -> Callable[[HeadlessRun], None]:
    """How a run gets to its end: filmed or not. Says no before anything runs."""
    if not options.record:
        if options.size or options.every:
            raise Refusal("--size and --every say how to film; --record must say where to")
        return HeadlessRun.finish
    from game.pictures import picture_format  # noqa: PLC0415 - imports Pillow, which only films need

    try:
        picture_format(options.record)
    except ValueError as error:
        raise Refusal(str(error)) from None
    require_writable(options.record)
    from game.film import film  # noqa: PLC0415 - imports pygame, which only films need

    return partial(film, options.record, size=options.size, every=options.every)


def _script(source: str | None) -> ActionScript:
    if source is None:
        return ActionScript()
    script = read_script(source)
    for name in sorted(script.names() - set(ACTIONS)):
        hint = suggestion(name, ACTIONS)
        print(f"warning: {source}: nothing listens to {quoted(name)}{hint}", file=sys.stderr)
    return script


def level_reference(source: str, folder: Path) -> str:
    """How a recording in a folder names its level: a bundled one by name, a file by the way to it."""
    if source in bundled_levels():
        return source
    return Path(os.path.relpath(source, folder)).as_posix()


def _outcome(level: str, headless: HeadlessRun) -> Outcome:
    simulation, cost = headless.simulation, round(headless.ms_per_tick, 4)
    return Outcome(level, headless.ticks, simulation.entity_count(), cost, simulation.state_hash())


def _print(outcome: Outcome, judge: FeetJudge | None, *, as_json: bool) -> None:
    values = asdict(outcome)
    if as_json:
        print(json.dumps(values | ({} if judge is None else {"feet": judge.table()})))
        return
    for name, value in values.items():
        print(f"{name.replace('_', ' '):<12} {value}")
    for line in () if judge is None else judge.told():
        print(line)
