"""Animations from frames that are made one at a time."""

import gc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from components.arrays import Integers
from game.pictures import (
    STEADY,
    PictureFormat,
    bayer_matrix,
    frame_times,
    ordered_dither,
    palette_of,
    picture_format,
    write_gif,
    write_webp,
)

SIZE = (64, 36)


def frame(index: int) -> Image.Image:
    """A violet picture with a blue square that travels."""
    picture = Image.new("RGB", SIZE, (110, 70, 140))
    picture.paste((40, 120, 240), (index, 10, index + 8, 18))
    return picture


def frames(count: int) -> Iterator[Image.Image]:
    return (frame(index) for index in range(count))


def palette() -> Image.Image:
    return palette_of([frame(0)], [frame(0).crop((0, 10, 8, 18))])


def shown(path: Path) -> list[Image.Image]:
    with Image.open(path) as animation:
        found = []
        for index in range(getattr(animation, "n_frames", 1)):
            animation.seek(index)
            found.append(animation.convert("RGB"))
        return found


def pixel(picture: Image.Image, x: int, y: int) -> Integers:
    colour: Integers = np.asarray(picture, dtype=np.int64)[y, x]
    return colour


def furthest(first: Image.Image, second: Image.Image) -> int:
    return int(np.abs(np.asarray(first, dtype=int) - np.asarray(second, dtype=int)).max())


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.gif", PictureFormat.GIF), ("a.b.WEBP", PictureFormat.WEBP), ("ä ö.Png", PictureFormat.PNG)],
)
def test_the_ending_of_a_name_is_its_format(name: str, expected: PictureFormat) -> None:
    assert picture_format(Path(name)) is expected


@pytest.mark.parametrize("name", ["a", "a.mp4", "gif"])
def test_another_ending_is_refused_with_those_that_work(name: str) -> None:
    with pytest.raises(ValueError, match=r"expected a name that ends in \.gif, \.webp, \.png"):
        picture_format(Path(name))


def test_a_gif_shows_every_frame_in_its_colours(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    write_gif(path, frames(20), count=20, frame_ms=50.0, palette=palette())
    found = shown(path)
    assert len(found) == 20
    assert max(furthest(picture, frame(index)) for index, picture in enumerate(found)) <= 8


def test_a_webp_shows_every_frame_in_about_its_colours(tmp_path: Path) -> None:
    path = tmp_path / "a.webp"
    write_webp(path, frames(20), count=20, frame_ms=50.0)
    found = shown(path)
    assert len(found) == 20
    for index, picture in enumerate(found):
        assert np.allclose(pixel(picture, index + 4, 14), (40, 120, 240), atol=40)
        assert np.allclose(pixel(picture, 60, 30), (110, 70, 140), atol=20)


def test_a_single_frame_is_an_animation_too(tmp_path: Path) -> None:
    write_gif(tmp_path / "a.gif", frames(1), count=1, frame_ms=50.0, palette=palette())
    write_webp(tmp_path / "a.webp", frames(1), count=1, frame_ms=50.0)
    assert [len(shown(tmp_path / name)) for name in ("a.gif", "a.webp")] == [1, 1]


def test_full_colour_frames_are_let_go_as_they_are_written(tmp_path: Path) -> None:
    alive = []

    def counted() -> Iterator[Image.Image]:
        for index in range(30):
            yield frame(index)
            alive.append(
                sum(isinstance(thing, Image.Image) and thing.mode == "RGB" for thing in gc.get_objects())
            )

    write_webp(tmp_path / "a.webp", counted(), count=30, frame_ms=50.0)
    assert max(alive) <= min(alive) + 2
    alive.clear()
    write_gif(tmp_path / "a.gif", counted(), count=30, frame_ms=50.0, palette=palette())
    assert max(alive) <= min(alive) + 2


@given(st.integers(1, 400), st.floats(1.0, 500.0))
def test_the_times_of_frames_add_up(count: int, frame_ms: float) -> None:
    times = frame_times(count, frame_ms)
    assert len(times) == count
    assert abs(sum(times) - count * frame_ms) <= 0.5


def test_a_gif_keeps_time_in_hundredths_and_does_not_drift() -> None:
    times = frame_times(60, 1000.0 / 30.0, unit=10)
    assert set(times) == {30, 40}
    assert sum(times) == 2000


def test_a_frame_is_never_shown_for_no_time() -> None:
    assert frame_times(4, 2.0, unit=10) == [10, 10, 10, 10]


def test_the_dither_pattern_has_sixteen_levels_round_zero() -> None:
    levels = sorted(bayer_matrix().ravel().tolist())
    assert np.allclose(levels, (np.arange(16) - 7.5) / 16)


def test_dither_keeps_the_mean_and_stays_within_its_range() -> None:
    grey = Image.new("RGB", SIZE, (100, 101, 102))
    pixels = np.asarray(ordered_dither(grey), dtype=float)
    assert np.allclose(pixels.mean(axis=(0, 1)), (100, 101, 102), atol=0.25)
    assert np.abs(pixels - (100, 101, 102)).max() <= 4


def test_a_palette_keeps_the_colours_of_small_things() -> None:
    rng = np.random.default_rng(5)
    noise = rng.integers(80, 160, size=(360, 640, 3), dtype=np.uint8)
    noise[:, :, 1] //= 2
    scene = Image.fromarray(noise)
    amber = (250, 190, 40)
    scene.paste(amber, (300, 200, 312, 212))
    details = [scene.crop((300, 200, 312, 212))]
    kept = scene.quantize(palette=palette_of([scene], details), dither=Image.Dither.NONE).convert("RGB")
    assert np.allclose(pixel(kept, 306, 206), amber, atol=6)


def test_what_stays_as_it_was_costs_next_to_nothing(tmp_path: Path) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (36, 64, 3), dtype=np.uint8)
    still, moving = Image.fromarray(noise), Image.fromarray(noise)
    moving.paste((255, 0, 0), (10, 10, 12, 12))
    for name, reel in (("one", [still]), ("many", [still, moving] * 15)):
        write_gif(
            tmp_path / f"{name}.gif",
            iter(reel),
            count=len(reel),
            frame_ms=50.0,
            palette=palette_of([still], []),
        )

    one, many = ((tmp_path / f"{name}.gif").stat().st_size for name in ("one", "many"))
    assert many < one + 29 * 900, "a palette of 768 bytes and a few pixels each"


def test_a_slow_change_is_shown_before_it_is_far_off(tmp_path: Path) -> None:
    greys = [Image.new("RGB", SIZE, (level, level, level)) for level in range(60, 160)]
    path = tmp_path / "a.gif"

    write_gif(path, iter(greys), count=len(greys), frame_ms=50.0, palette=palette_of(greys[::5], []))

    found, time, shown_at = shown(path), 0, {}
    with Image.open(path) as animation:
        for index in range(len(found)):
            animation.seek(index)
            for _ in range(animation.info["duration"] // 50):
                shown_at[time] = found[index]
                time += 1
    assert time == len(greys)
    assert max(furthest(shown_at[index], grey) for index, grey in enumerate(greys)) <= STEADY + 4
