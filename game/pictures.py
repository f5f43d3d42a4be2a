"""Animated GIF, animated WebP and PNG files from frames that are made one at a time."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from components.arrays import Floats

DITHER_STRENGTH = 8.0
"""Range of the dither pattern [1/255]; about the distance of two colours of a palette of 255."""

COLOURS, UNCHANGED = 255, 255
"""Colours of a palette, and the one after them, which stands for "as in the frame before"."""

KEPT = 1
"""GIF's name for leaving a frame in place while the next is drawn over it."""

STEADY = 8
"""By how much a colour has to change to be drawn anew [1/255]."""

CENTISECOND = 10
"""The unit in which GIFs keep time [ms]."""


class PictureFormat(StrEnum):
    """A kind of picture file, by the ending of its name."""

    GIF = ".gif"
    WEBP = ".webp"
    PNG = ".png"


def picture_format(path: Path) -> PictureFormat:
    """The format that a file's name asks for. Raises ValueError when it asks for none of them."""
    try:
        return PictureFormat(path.suffix.lower())
    except ValueError:
        raise ValueError(f"{path}: expected a name that ends in {', '.join(PictureFormat)}") from None


def frame_times(count: int, frame_ms: float, *, unit: int = 1) -> list[int]:
    """How long each of some frames is shown [ms]: whole units, at least one each, that do not drift."""
    ends = [round(index * frame_ms / unit) for index in range(count + 1)]
    return [max(end - start, 1) * unit for start, end in itertools.pairwise(ends)]


def write_gif(
    path: Path, frames: Iterable[Image.Image], *, count: int, frame_ms: float, palette: Image.Image
) -> None:
    """Writes an animation in which all frames share one palette. Keeps one byte a pixel until it is written.

    Args:
        path: The file.
        frames: RGB pictures of one size, made as they are asked for.
        count: How many there are.
        frame_ms: How long each is shown [ms].
        palette: A picture of mode P; its palette is used.
    """
    indexed = changes(frames, palette)
    first = next(indexed)
    times = frame_times(count, frame_ms, unit=CENTISECOND)
    first.save(
        path,
        save_all=True,
        append_images=indexed,
        duration=times,
        loop=0,
        optimize=False,
        transparency=UNCHANGED,
        disposal=KEPT,
    )


def changes(frames: Iterable[Image.Image], palette: Image.Image) -> Iterator[Image.Image]:
    """Frames in a palette; of all but the first only what changes, since the rest compresses to nothing.

    A pixel whose colour is within STEADY of what is shown stays as it is.
    """
    table = np.array(palette.getpalette(), dtype=np.int16).reshape(-1, 3)
    shown: NDArray[np.uint8] | None = None
    for frame in frames:
        wanted = np.asarray(ordered_dither(frame).quantize(palette=palette, dither=Image.Dither.NONE))
        if shown is None:
            changed, shown = np.ones(wanted.shape, dtype=np.bool_), wanted.copy()
        else:
            off = np.abs(table[shown] - np.asarray(frame, dtype=np.int16)).max(axis=2)
            changed = (off > STEADY) & (wanted != shown)
            shown[changed] = wanted[changed]
        picture = Image.fromarray(np.where(changed, wanted, UNCHANGED).astype(np.uint8))
        picture.putpalette(palette.getpalette() or [])
        yield picture


def write_webp(path: Path, frames: Iterable[Image.Image], *, count: int, frame_ms: float) -> None:
    """Writes an animation in full colour. Keeps one frame and what is compressed already.

    Args:
        path: The file.
        frames: RGB pictures of one size, made as they are asked for.
        count: How many there are.
        frame_ms: How long each is shown [ms].
    """
    reel = iter(frames)
    first, rest = next(reel), cast("Image.Image", _Reel(reel, count - 1))
    times = frame_times(count, frame_ms)
    first.save(
        path, save_all=True, append_images=[rest] if count > 1 else [], duration=times, loop=0, quality=80
    )


class _Reel:
    """Frames as one picture that moves: Pillow asks such a picture for one frame after the other."""

    def __init__(self, frames: Iterator[Image.Image], count: int) -> None:
        self._frames = frames
        self._frame: Image.Image
        self.n_frames = count

    def seek(self, frame: int) -> None:
        del frame  # they come in order
        self._frame = next(self._frames)

    def __getattr__(self, name: str) -> object:
        return getattr(self._frame, name)


def ordered_dither(picture: Image.Image) -> Image.Image:
    """Adds Bayer's pattern, so that few colours look like many.

    The pattern stands still from frame to frame, which error diffusion does not: that flickers and
    compresses badly.
    """
    shifted = np.asarray(picture) + _dither_pattern(picture.width, picture.height)
    return Image.fromarray(np.clip(shifted, 0, 255).astype(np.uint8))


@lru_cache(maxsize=4)
def _dither_pattern(width: int, height: int) -> NDArray[np.int16]:
    rows, columns = np.ogrid[:height, :width]
    pattern = DITHER_STRENGTH * bayer_matrix()[rows % 4, columns % 4, np.newaxis]
    return np.rint(pattern).astype(np.int16)


def bayer_matrix() -> Floats:
    """Thresholds from -0.5 to 0.5 with a mean of 0, shape [4, 4] (Bayer 1973)."""
    small = np.array([[0, 2], [3, 1]])
    steps = np.block([[4 * small, 4 * small + 2], [4 * small + 3, 4 * small + 1]])
    return (steps + 0.5) / steps.size - 0.5


MOSAIC_FRAME = (160, 90)
"""Size of a whole frame in a mosaic [px]."""

MOSAIC_DETAIL = (45, 45)
"""Size of a detail in a mosaic [px]."""


def palette_of(frames: Sequence[Image.Image], details: Sequence[Image.Image]) -> Image.Image:
    """A palette of 255 colours for an animation, as a picture of mode P.

    Args:
        frames: Some of its frames.
        details: Parts of them that are small and must keep their colours; they are enlarged, because a
            palette follows area.
    """
    tiles = [frame.resize(MOSAIC_FRAME) for frame in frames] + [
        part.resize(MOSAIC_DETAIL) for part in details
    ]
    pixels = np.concatenate([np.asarray(tile).reshape(-1, 3) for tile in tiles])
    mosaic = Image.fromarray(pixels[np.newaxis])
    return mosaic.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1)
