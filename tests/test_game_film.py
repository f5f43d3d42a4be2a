"""Films of runs: what is in the file, and that filming changes nothing."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from components.arrays import Floats
from game.film import Studio, details_in, film
from game.headless import HeadlessRun
from game.level.level import load_level
from game.script import ActionScript, Hold

SIZE = (320, 180)


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    with closing(Studio((640, 360))) as studio:
        yield studio


def new_run(ticks: int) -> HeadlessRun:
    return HeadlessRun(load_level("stairs"), ActionScript([Hold(tick=0, hold=("right", "run"))]), ticks)


def difference(first: Image.Image | Floats, second: Image.Image) -> float:
    """Largest difference of two pictures."""
    return float(np.abs(np.asarray(first, dtype=float) - np.asarray(second, dtype=float)).max())


@pytest.mark.parametrize(("name", "frames"), [("a.gif", 4), ("a.webp", 4), ("a.png", 1)])
def test_a_film_has_its_frames_and_its_run_comes_to_the_same_state(
    tmp_path: Path, name: str, frames: int
) -> None:
    run, unseen = new_run(11), new_run(11)
    film(tmp_path / name, run, size=SIZE)
    unseen.finish()
    assert run.simulation.state_hash() == unseen.simulation.state_hash()
    with Image.open(tmp_path / name) as picture:
        assert picture.size == SIZE
        assert getattr(picture, "n_frames", 1) == frames


def test_a_film_shows_as_many_frames_as_are_asked_for(tmp_path: Path) -> None:
    film(tmp_path / "a.gif", new_run(10), size=SIZE, every=2)
    with Image.open(tmp_path / "a.gif") as picture:
        assert getattr(picture, "n_frames", 1) == 5
        assert picture.info["duration"] in {30, 40}


def test_a_film_moves(tmp_path: Path) -> None:
    film(tmp_path / "a.webp", new_run(20), size=SIZE, every=10)
    with Image.open(tmp_path / "a.webp") as picture:
        first = picture.convert("RGB")
        picture.seek(1)
        assert difference(first, picture.convert("RGB")) > 50.0


def test_a_still_shows_the_end_of_the_run_in_full_size(tmp_path: Path, studio: Studio) -> None:
    film(tmp_path / "a.png", new_run(30))
    with Image.open(tmp_path / "a.png") as picture:
        shown = np.asarray(picture.convert("RGB"), dtype=float)
    assert shown.shape == (720, 1280, 3)
    half = shown.reshape(360, 2, 640, 2, 3).mean(axis=(1, 3))
    assert difference(half, studio.last_picture(new_run(30))) <= 1.0
    assert difference(half, studio.picture(new_run(30).simulation)) > 50.0


def test_slimes_and_the_hero_in_sight_add_details_to_the_palette(studio: Studio) -> None:
    simulation = new_run(1).simulation
    studio.picture(simulation)
    boxes = list(details_in(studio, simulation))
    assert len(boxes) == 2  # the hero and the first slime; the others live far to the right
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= 640
        assert 0 <= top < bottom <= 360


def test_a_warm_up_and_a_rehearsal_leave_the_run_at_its_beginning() -> None:
    run = new_run(5)
    run.warm_up()
    assert run.simulation.tick_count == 0
    run.finish()
    assert run.simulation.tick_count == 5
    assert run.ms_per_tick > 0.0


def test_a_run_is_recorded() -> None:
    run = new_run(5)
    run.finish()
    recording = run.recording("stairs")
    assert (recording.level, recording.identity, recording.ticks) == ("stairs", run.level.identity, 5)
    assert recording.actions == (Hold(tick=0, hold=("right", "run")),)
    assert recording.hashes[-1].hash == run.simulation.state_hash()
