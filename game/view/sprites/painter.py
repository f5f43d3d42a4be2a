"""Draws sprites: pictures that face the viewer, hidden where the level is nearer."""

import math
from collections.abc import Mapping
from typing import Protocol

import numpy as np

from components.skeleton import SkeletonAsset
from game.view.arrays import FAR, Floats, Floats32, Pixels, single
from game.view.characters.fitting import reference_turns
from game.view.kernel import drawing_kernel
from game.view.pixels import pack, unpack
from game.view.projection import Lens, Projection, depth_of, frame_x, frame_y
from game.view.slimes.shade import Window
from game.view.sprites.sheet import read_sheet
from game.view.sprites.sight import Hung, Worn, hang

BIAS = single(4.0)
"""How far a sprite may be behind the level's surface and still be seen [cm]."""
ZERO, HALF, ONE, WHITE = single(0.0), single(0.5), single(1.0), single(255.0)

NOWHERE = np.zeros((0, 4))
"""Bones of what has none."""


class Bones(Protocol):
    """How a skeleton stands."""

    @property
    def positions(self) -> Floats:
        """World positions of its bones [cm], shape [bone_count, 3]."""

    @property
    def rotations(self) -> Floats:
        """World rotations of its bones, unit quaternions, shape [bone_count, 4]."""


class SpritePainter:
    """Draws sprites into frames, and keeps their pictures."""

    def __init__(self) -> None:
        self._files: Mapping[str, bytes] = {}
        self._sheets: dict[str, Floats32] = {}
        self._unturned: dict[int, tuple[SkeletonAsset, Floats]] = {}
        self._rehearse()

    def _rehearse(self) -> None:
        """Draws on a frame of one pixel, so that nothing has to be compiled while a level is played."""
        frame, ring = np.zeros((1, 1), dtype=np.uint32), np.full((1, 1), -FAR, dtype=np.float32)
        numbers, place = np.ones(7, dtype=np.float32), np.zeros(3, dtype=np.float32)
        sheet = np.zeros((2, 2, 4), dtype=np.float32)
        for picture in (sheet, sheet[:, :1]):  # a whole picture and a frame of one are of two kinds
            draw_picture(frame, ring, Projection().lens(0, 0), picture, numbers, place, single(0.0))

    def use(self, files: Mapping[str, bytes]) -> None:
        """Draws with these pictures from now on: contents of PNG files by name."""
        if files is not self._files:
            self._files, self._sheets = files, {}

    def hung(
        self, worn: Worn, place: Floats, body: Bones | None, skeleton: SkeletonAsset | None
    ) -> list[Hung]:
        """Where what an entity wears hangs, the farthest first."""
        if body is None or skeleton is None or len(body.positions) != len(skeleton.bones):
            return hang(worn, place, None, NOWHERE, NOWHERE, NOWHERE)
        known = self._unturned.get(id(skeleton))
        if known is None:
            inverse = reference_turns(skeleton) * (-1.0, -1.0, -1.0, 1.0)
            known = self._unturned[id(skeleton)] = (skeleton, inverse)
        return hang(worn, place, skeleton, body.positions, body.rotations, known[1])

    def draw(self, frame: Pixels, window: Window, lens: Lens, hung: Hung, time: float, flash: float) -> None:
        """Draws a sprite at a time [s], with a share of it flashing white."""
        sprite = hung.sprite
        sheet = self._sheet(sprite.picture)
        width = sheet.shape[1] // sprite.columns
        if width > 0 and np.isfinite(hung.place).all():
            first = width * (int(time * sprite.rate) % sprite.columns)
            draw_picture(
                frame,
                window.ring,
                lens,
                sheet[:, first : first + width],
                _numbers(hung, width, sheet.shape[0], float(lens.scale)),
                hung.place.astype(np.float32),
                single(min(flash, 1.0)),
            )

    def _sheet(self, name: str) -> Floats32:
        sheet = self._sheets.get(name)
        if sheet is None:
            sheet = self._sheets[name] = read_sheet(name, self._files.get(name))
        return sheet


def _numbers(hung: Hung, width: int, height: int, scale: float) -> Floats32:
    """Size of a texel [px], sine and cosine of its turn, anchor [texel], mirror, how much farther."""
    sprite = hung.sprite
    return np.array(
        (
            sprite.scale * scale,
            math.sin(hung.turn),
            math.cos(hung.turn),
            sprite.anchor[0] * width,
            sprite.anchor[1] * height,
            -1.0 if hung.flipped else 1.0,
            hung.extra,
        ),
        dtype=np.float32,
    )


@drawing_kernel
def draw_picture(
    frame: Pixels,
    ring: Floats32,
    lens: Lens,
    picture: Floats32,
    numbers: Floats32,
    place: Floats32,
    flash: float,
) -> None:
    """Draws a picture whose anchor lies on a place of the world, upright in the lane of that place."""
    size, sine, cosine, mirror, farther = numbers[0], numbers[1], numbers[2], numbers[5], numbers[6]
    anchor_x, anchor_y = numbers[3], numbers[4]
    height, width = picture.shape[0], picture.shape[1]
    middle_x, middle_y = frame_x(lens, place[0], place[1]), frame_y(lens, place[1], place[2])
    depth = depth_of(lens, place[1], place[2]) + farther - BIAS
    rise = lens.sine / (lens.cosine * lens.scale)
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    left, right, top, bottom = span_of(numbers, single(width), single(height))
    for y in range(max(int(middle_y + top) - 1, 0), min(int(middle_y + bottom) + 2, frame.shape[0])):
        for x in range(max(int(middle_x + left) - 1, 0), min(int(middle_x + right) + 2, frame.shape[1])):
            away_x, away_y = single(x) + HALF - middle_x, single(y) + HALF - middle_y
            u = (away_x * cosine + away_y * sine) / size * mirror + anchor_x
            v = (away_y * cosine - away_x * sine) / size + anchor_y
            if -HALF < u < single(width) + HALF and -HALF < v < single(height) + HALF:
                here = depth + away_y * rise
                if here <= ring[(y + lens.top) & rows, (x + lens.left) & columns]:
                    red, green, blue, alpha = texel(picture, u - HALF, v - HALF)
                    if alpha > ZERO:
                        light, kept = flash * alpha, ONE - flash
                        below_red, below_green, below_blue = unpack(frame[y, x])
                        through = ONE - alpha / WHITE
                        frame[y, x] = pack(
                            min(red * kept + light + below_red * through, WHITE),
                            min(green * kept + light + below_green * through, WHITE),
                            min(blue * kept + light + below_blue * through, WHITE),
                        )


@drawing_kernel
def span_of(numbers: Floats32, width: float, height: float) -> tuple[float, float, float, float]:
    """Least and greatest offset of a picture's corners from its anchor in the frame [px], across and down."""
    size, sine, cosine, mirror = numbers[0], numbers[1], numbers[2], numbers[5]
    left, right, top, bottom = ZERO, ZERO, ZERO, ZERO
    for corner in range(4):
        u = ((width if corner % 2 else ZERO) - numbers[3]) * mirror * size
        v = ((height if corner > 1 else ZERO) - numbers[4]) * size
        x, y = u * cosine - v * sine, v * cosine + u * sine
        if corner == 0:
            left, right, top, bottom = x, x, y, y
        left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
    return left, right, top, bottom


@drawing_kernel
def texel(picture: Floats32, u: float, v: float) -> tuple[float, float, float, float]:
    """Red, green, blue and alpha between four texels; nothing lies around a picture."""
    column, row = math.floor(u), math.floor(v)
    across, down = u - single(column), v - single(row)
    red, green, blue, alpha = ZERO, ZERO, ZERO, ZERO
    for corner in range(4):
        x, y = column + corner % 2, row + corner // 2
        if 0 <= x < picture.shape[1] and 0 <= y < picture.shape[0]:
            share = (across if corner % 2 else ONE - across) * (down if corner > 1 else ONE - down)
            red, green = red + picture[y, x, 0] * share, green + picture[y, x, 1] * share
            blue, alpha = blue + picture[y, x, 2] * share, alpha + picture[y, x, 3] * share
    return red, green, blue, alpha
