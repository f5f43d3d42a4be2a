"""`replay FILE`: whether a recording still comes to the states it came to."""

from argparse import Namespace
from pathlib import Path

from game.level.files import bundled_levels
from game.level.level import load_level
from game.recording import Recording, read_recording, replay
from game.simulation import Simulation


def run(options: Namespace) -> int:
    """Runs the recording again; 1 where it diverges."""
    recording = read_recording(options.file)
    level = load_level(level_source(recording, options.file.parent))
    if level.identity != recording.identity:
        print(f"{recording.level} has changed since it was recorded")
    divergence = replay(recording, Simulation(level))
    if divergence is None:
        print(f"{options.file}: the same after all {recording.ticks} ticks of {recording.level}")
        return 0
    last = f"same until tick {divergence.agreed}" if divergence.agreed else "same only at the beginning"
    print(f"{options.file}: diverged: first differs at tick {divergence.differs} ({last})")
    return 1


def level_source(recording: Recording, folder: Path) -> str | Path:
    """The level of a recording that lies in a folder: a bundled one by name, a file by the way to it."""
    return recording.level if recording.level in bundled_levels() else folder / recording.level
