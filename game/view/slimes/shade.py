"""A body's tile onto the frame: gel over what lies behind it, then its face."""

import math
from typing import NamedTuple

from game.view.arrays import Floats32, Pixels, single, word
from game.view.kernel import drawing_kernel
from game.view.pixels import OPAQUE, pack, unpack
from game.view.slimes.gel import BASE, SHEEN, TABLE, Gel
from game.view.slimes.raster import BACK, COVER, FRONT, HALF, NORMAL_X, NORMAL_Y, NOTHING, ONE, ZERO, TileBox

BIAS = single(5.0)
"""How far a slime may be behind the level's surface and still be seen [cm]."""
TABLE_SCALE, TABLE_MIDDLE, TABLE_END = single(TABLE / 2 - 1), single(TABLE / 2), TABLE - 1
WHOLE = 256
"""One in fixed-point arithmetic of 8 bits."""

X, Y, RADIUS_X, RADIUS_Y, RED, GREEN, BLUE, STRENGTH, HOLLOW = range(9)
"""Columns of a mark: centre and radii [px], colour [0, 255], alpha [0, 1], inner radius as a share."""


class Window(NamedTuple):
    """Where a frame stands over the depth of the level."""

    ring: Floats32
    """Depth by plane coordinates modulo its size [cm]."""
    left: int
    """Plane coordinates of the frame's upper left corner [px]."""
    top: int


@drawing_kernel
def hidden(ring: Floats32, u: int, v: int, depth: float) -> bool:
    """Whether the level is nearer at a place of the picture plane [px] than a depth [cm]."""
    return bool(depth - BIAS > ring[v & (ring.shape[0] - 1), u & (ring.shape[1] - 1)])


@drawing_kernel
def shade_tile(
    frame: Pixels, window: Window, tile: Floats32, box: TileBox, below: Pixels, gel: Gel, refraction: float
) -> None:
    """Blends a tile into the frame; below is room for what the frame held before."""
    ring, surface, opacities = window.ring, gel.surface, gel.opacity
    absorption, tint, left, top = gel.absorption, gel.tint, window.left + box.left, window.top + box.top
    for y in range(box.height):
        for x in range(box.width):
            below[y * box.width + x] = frame[box.top + y, box.left + x]
    for y in range(box.height):
        for x in range(box.width):
            pixel = y * box.width + x
            cover, front, back = tile[pixel, COVER], tile[pixel, FRONT], tile[pixel, BACK]
            front = front if front < NOTHING else back
            if cover > ZERO and not hidden(ring, left + x, top + y, front):
                nx, ny = tile[pixel, NORMAL_X], tile[pixel, NORMAL_Y]
                shift = (nx * nx + ny * ny) * refraction
                behind_x = min(max(x - int(nx * shift), 0), box.width - 1)
                behind_y = min(max(y - int(ny * shift), 0), box.height - 1)
                behind = int(below[behind_y * box.width + behind_x])
                column = min(max(int(nx * TABLE_SCALE + TABLE_MIDDLE), 0), TABLE_END)
                row = min(max(int(ny * TABLE_SCALE + TABLE_MIDDLE), 0), TABLE_END)
                own, sheen = int(surface[BASE, row, column]), int(surface[SHEEN, row, column])
                opacity = int(opacities[min(max(int((back - front) * absorption), 0), TABLE_END)])
                colour = through(own, sheen, behind, opacity, tint)
                if cover < ONE:
                    colour = blend(int(below[pixel]), colour, int(cover * single(WHOLE)))
                frame[box.top + y, box.left + x] = OPAQUE | word(colour)


@drawing_kernel
def through(own: int, sheen: int, behind: int, opacity: int, tints: tuple[int, int, int]) -> int:
    """A pixel of gel over the tinted background."""
    red = channel(own >> 16, sheen >> 16, behind >> 16, opacity, tints[0])
    green = channel(own >> 8, sheen >> 8, behind >> 8, opacity, tints[1])
    return (red << 16) | (green << 8) | channel(own, sheen, behind, opacity, tints[2])


@drawing_kernel
def channel(own: int, sheen: int, behind: int, opacity: int, tint: int) -> int:
    """One channel [0, 255] of gel over tinted background, from the lowest bytes of its operands."""
    background = (behind & 255) * tint >> 8
    return min(((own & 255) * opacity + background * (WHOLE - opacity) >> 8) + (sheen & 255), 255)


@drawing_kernel
def blend(bare: int, covered: int, cover: int) -> int:
    """A pixel that is covered in part, in 256ths."""
    rest = WHOLE - cover
    red = ((covered >> 16) * cover + ((bare >> 16) & 255) * rest) >> 8
    green = (((covered >> 8) & 255) * cover + ((bare >> 8) & 255) * rest) >> 8
    return (red << 16) | (green << 8) | (((covered & 255) * cover + (bare & 255) * rest) >> 8)


@drawing_kernel
def draw_marks(frame: Pixels, window: Window, tile: Floats32, box: TileBox, marks: Floats32) -> None:
    """Draws ellipses and rings on the body, shape [mark_count, 9]."""
    for mark in range(marks.shape[0]):
        if marks[mark, RADIUS_X] > ZERO and marks[mark, RADIUS_Y] > ZERO:
            draw_mark(frame, window, tile, box, marks[mark])


@drawing_kernel
def draw_mark(frame: Pixels, window: Window, tile: Floats32, box: TileBox, mark: Floats32) -> None:
    """Draws one ellipse or ring where the body is whole and in sight."""
    ring, left, top = window.ring, window.left, window.top
    x, y, radius_x, radius_y = mark[X], mark[Y], mark[RADIUS_X], mark[RADIUS_Y]
    smaller = min(radius_x, radius_y)
    for row in range(max(box.top, int(y - radius_y) - 1), min(box.top + box.height, int(y + radius_y) + 2)):
        for column in range(
            max(box.left, int(x - radius_x) - 1), min(box.left + box.width, int(x + radius_x) + 2)
        ):
            u, v = (single(column) + HALF - x) / radius_x, (single(row) + HALF - y) / radius_y
            away = math.sqrt(u * u + v * v)
            share = min((ONE - away) * smaller + HALF, ONE)
            if mark[HOLLOW] > ZERO:
                share = min(share, (away - mark[HOLLOW]) * smaller + HALF)
            pixel = (row - box.top) * box.width + column - box.left
            whole = share > ZERO and tile[pixel, COVER] >= ONE
            if whole and not hidden(ring, column + left, row + top, tile[pixel, FRONT]):
                frame[row, column] = tinted(frame[row, column], mark, share * mark[STRENGTH])


@drawing_kernel
def tinted(pixel: int, mark: Floats32, share: float) -> int:
    """A pixel with a share of a mark's colour."""
    red, green, blue = unpack(pixel)
    red += (mark[RED] - red) * share
    green += (mark[GREEN] - green) * share
    blue += (mark[BLUE] - blue) * share
    return pack(red, green, blue)
