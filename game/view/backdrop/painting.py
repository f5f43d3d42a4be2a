"""What takes long to paint of a backdrop, kept on disk between two starts."""

import hashlib
import io
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from game.view.arrays import Bytes, Floats
from game.view.backdrop.air import paint_rays, paint_vignette
from game.view.backdrop.hills import paint_hills, ridge_line
from game.view.backdrop.sky import paint_sky
from game.view.notices import note
from game.view.theme import Theme

ROOM = 12
"""Paintings kept; what was written first goes first."""


@dataclass(frozen=True, slots=True)
class HillPainting:
    """One row of hills with its mist."""

    picture: Bytes
    """Red, green, blue and alpha, shape [rows, length, 4]."""
    top: int
    """Row of the frame it begins in [px]."""
    solid: int
    """Row of the frame from which on nothing shines through [px]."""


@dataclass(frozen=True, slots=True)
class Painting:
    """Pictures of a backdrop for frames of one size, red, green and blue each."""

    sky: Bytes
    """Shape [height, width, 3]."""
    rays: Bytes
    """Light to add, shape [height, width, 3]."""
    vignette: Bytes
    """What to multiply with, shape [height, width, 3]."""
    hills: tuple[HillPainting, ...]
    """From far to near."""


def painting_of(theme: Theme, size: tuple[int, int], length: int, slack: int, folder: Path) -> Painting:
    """A theme's painting, from disk where it was painted before.

    Args:
        theme: What it looks like.
        size: Width and height of a frame [px].
        length: After how many columns hills repeat [px].
        slack: Rows that hills reach further down than they are seen [px].
        folder: Where paintings are kept; one that cannot be written is one warning.
    """
    file = folder / f"{_key(theme, size, length, slack)}.npz"
    try:
        return _read(file, len(theme.hills))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        painting = paint(theme, size, length, slack)
        _keep(painting, file)
        return painting


def paint(theme: Theme, size: tuple[int, int], length: int, slack: int) -> Painting:
    """Paints it; see `painting_of`."""
    return Painting(
        _bytes(paint_sky(theme.sky, *size)),
        _bytes(paint_rays(theme.sky, *size)),
        _bytes(paint_vignette(theme.air, *size)),
        tuple(_paint_hills(theme, size[1], length, slack)),
    )


def _paint_hills(theme: Theme, height: int, length: int, slack: int) -> list[HillPainting]:
    """Hills and mist from far to near; what nearer hills always hide is left out."""
    ridges = [ridge_line(hill, length, height) for hill in theme.hills]
    bottoms = [*(min(height, int(ridge.max())) for ridge in ridges[1:]), height]
    rows = []
    for hill, ridge, bottom in zip(theme.hills, ridges, bottoms, strict=True):
        top = int(ridge.min()) - 2
        picture = paint_hills(hill, ridge, top, bottom + slack, height)
        rows.append(HillPainting(_bytes(picture), top, int(ridge.max()) + 1))
    return rows


def _bytes(picture: Floats) -> Bytes:
    return np.clip(picture, 0, 255).astype(np.uint8)


def _read(file: Path, hill_count: int) -> Painting:
    with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        places = kept["places"].tolist()
        rows = [HillPainting(kept[f"hills{row}"], *places[row]) for row in range(hill_count)]
        return Painting(kept["sky"], kept["rays"], kept["vignette"], tuple(rows))


def _keep(painting: Painting, file: Path) -> None:
    arrays = {f"hills{row}": hills.picture for row, hills in enumerate(painting.hills)}
    places = np.array([(hills.top, hills.solid) for hills in painting.hills], dtype=np.int64)
    unfinished = file.with_suffix(f".{os.getpid()}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as out:
            np.savez(
                out,
                allow_pickle=False,
                sky=painting.sky,
                rays=painting.rays,
                vignette=painting.vignette,
                places=places.reshape(-1, 2),
                **arrays,
            )
        unfinished.replace(file)
        for old in sorted(file.parent.iterdir(), key=lambda path: path.stat().st_mtime)[:-ROOM]:
            old.unlink(missing_ok=True)
    except OSError as refused:
        note(f"the painted sky cannot be kept in {file.parent}: {refused.strerror or refused}")


def _key(theme: Theme, size: tuple[int, int], length: int, slack: int) -> str:
    """A name that changes whenever the painting might."""
    here = Path(__file__).resolve().parent
    sources = sorted((*here.glob("*.py"), here.parent / "noise.py"))
    digest = hashlib.blake2b(b"".join(map(_source, sources)), digest_size=16)
    digest.update(repr((theme.sky, theme.hills, theme.air, size, length, slack)).encode())
    return digest.hexdigest()


def _source(file: Path) -> bytes:
    """A module's text; nothing inside a zip, whose own paintings are kept by theme alone."""
    return file.read_bytes() if file.is_file() else b""
