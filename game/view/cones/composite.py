"""Drawn cones onto a frame, or into a layer that is being baked."""

import numpy as np

from game.view.arrays import Bytes, Floats32, Pixels, single
from game.view.cones.raster import BLUE, COVER, DEPTH, GREEN, HALF, ONE, RED, WHITE, ZERO, Box
from game.view.kernel import drawing_kernel
from game.view.pixels import pack, unpack

BIAS = single(3.0)
"""How far a figure may be behind the level's surface and still be seen [cm]: feet stand on pixels."""


@drawing_kernel
def put_on_frame(
    frame: Pixels,
    ring: Floats32,
    tile: Floats32,
    box: Box,
    left: int,
    top: int,
    centimetre: float,
    origin: float,
) -> None:
    """Blends a tile onto the frame where the level is not nearer.

    (left, top) is the frame's place on the picture plane; a pixel of the tile's depth is `centimetre` [cm],
    measured from the depth `origin` [cm].
    """
    rows, columns = ring.shape[0] - 1, ring.shape[1] - 1
    for y in range(box.top, box.top + box.height):
        for x in range(box.left, box.left + box.width):
            pixel = (y - box.top) * box.width + x - box.left
            cover = tile[COVER, pixel]
            if cover > ZERO:
                depth = tile[DEPTH, pixel] * centimetre + origin
                if depth - BIAS <= ring[(y + top) & rows, (x + left) & columns]:
                    red, green, blue = unpack(frame[y, x])
                    red += (min(tile[RED, pixel], WHITE) - red) * cover
                    green += (min(tile[GREEN, pixel], WHITE) - green) * cover
                    blue += (min(tile[BLUE, pixel], WHITE) - blue) * cover
                    frame[y, x] = pack(red, green, blue)


@drawing_kernel
def put_in_layer(
    picture: Bytes, layer_depth: Floats32, tile: Floats32, box: Box, centimetre: float, origin: float
) -> None:
    """Blends a tile into a layer's colour (blue, green, red, alpha) and depth, where it is nearer."""
    for y in range(box.top, box.top + box.height):
        for x in range(box.left, box.left + box.width):
            pixel = (y - box.top) * box.width + x - box.left
            cover, depth = tile[COVER, pixel], tile[DEPTH, pixel] * centimetre + origin
            if cover > ZERO and depth <= layer_depth[y, x]:
                below = single(picture[y, x, 3]) / WHITE * (ONE - cover)
                for channel in range(3):
                    own = min(tile[BLUE - channel, pixel], WHITE) * cover
                    mixed = (own + single(picture[y, x, channel]) * below) / (cover + below)
                    picture[y, x, channel] = np.uint8(mixed)
                picture[y, x, 3] = np.uint8((cover + below) * WHITE)
                if cover > HALF:
                    layer_depth[y, x] = depth
