"""`python -m game.authoring [FOLDER]`: writes skeletons and their clips below a levels folder."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from game.authoring.frames import clip_of
from game.authoring.gait import gaits
from game.authoring.hound import hound, hound_clips
from game.authoring.mannequin import mannequin
from game.authoring.standing import gestures
from game.authoring.write import clip_text, skeleton_text

LEVELS = Path(__file__).parents[2] / "levels"
"""Where the bundled ones are."""


def authored_files() -> dict[str, str]:
    """What the files hold, by their paths below a levels folder."""
    skeleton = mannequin()
    files = {f"skeletons/{skeleton.name}.json": skeleton_text(skeleton)}
    for plan in (*gestures(), *gaits()):
        files[f"clips/{skeleton.name}/{plan.name}.json"] = clip_text(clip_of(plan))
    four_legged = hound()
    files[f"skeletons/{four_legged.name}.json"] = skeleton_text(four_legged)
    for clip in hound_clips():
        files[f"clips/{four_legged.name}/{clip.name}.json"] = clip_text(clip)
    return files


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes all files."""
    parser = argparse.ArgumentParser(prog="python -m game.authoring", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=LEVELS, help="levels folder to write into")
    folder: Path = parser.parse_args(arguments).folder
    for name, text in authored_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
