"""The depth of the level around the frame, in an array that the camera scrolls over."""

import numpy as np

from game.view.arrays import FAR, Floats32
from game.view.terrain.bake import Layer

CHUNK = 256
"""Side of a chunk of the picture plane [px]."""


class DepthRing:
    """Depth by plane coordinates, modulo the array's size: row v & (rows - 1), column u & (columns - 1).

    The size is a power of two and covers a frame wherever it stands.
    """

    def __init__(self, width: int, height: int) -> None:
        self.values: Floats32 = np.full((_room(height), _room(width)), FAR, dtype=np.float32)
        self._holds: dict[tuple[int, int], tuple[tuple[int, int], Layer | None]] = {}

    def hold(self, column: int, row: int, layer: Layer | None) -> None:
        """Makes sure that the depth of the chunk in this column and row is there."""
        rows, columns = (size // CHUNK for size in self.values.shape)
        slot = (row % rows, column % columns)
        place, held = self._holds.get(slot, (None, None))
        if place != (column, row) or held is not layer:
            self._holds[slot] = (column, row), layer
            top, left = slot[0] * CHUNK, slot[1] * CHUNK
            self.values[top : top + CHUNK, left : left + CHUNK] = FAR if layer is None else layer.depth


def _room(length: int) -> int:
    """Smallest power of two that holds every chunk a frame of this length can touch."""
    chunks = (length + CHUNK - 2) // CHUNK + 1
    return CHUNK * (1 << (chunks - 1).bit_length())
