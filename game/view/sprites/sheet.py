"""Pictures as frames for kernels; a checker where a picture is missing."""

import io

import numpy as np
import pygame

from game.view.arrays import Floats32
from game.view.notices import note

PLACEHOLDER = 32
"""Side of the checker [px]."""
CHECK = 8
"""Side of one of its fields [px]."""
CHECKS = ((255.0, 64.0, 200.0), (40.0, 24.0, 48.0))


def read_sheet(name: str, content: bytes | None) -> Floats32:
    """A picture's red, green, blue and alpha, colours multiplied by alpha [0, 255], shape [height, width, 4].

    Where there is none, or none that can be read, it is a checker, and a warning says so once.
    """
    if content is None:
        note(f"there is no pictures/{name}.png beside the level, so a checker is drawn")
        return checker()
    try:
        surface = pygame.image.load(io.BytesIO(content), f"{name}.png")
    except pygame.error as error:
        note(f"pictures/{name}.png cannot be read ({error}), so a checker is drawn")
        return checker()
    return _multiplied(surface)


def _multiplied(surface: pygame.Surface) -> Floats32:
    width, height = surface.get_size()
    data = np.frombuffer(pygame.image.tobytes(surface, "RGBA"), dtype=np.uint8)
    picture = data.reshape(height, width, 4).astype(np.float32)
    picture[..., :3] *= picture[..., 3:] / np.float32(255.0)
    return picture


def checker() -> Floats32:
    """What is drawn for a picture that is not there."""
    row, column = np.mgrid[:PLACEHOLDER, :PLACEHOLDER] // CHECK
    picture = np.full((PLACEHOLDER, PLACEHOLDER, 4), 255.0, dtype=np.float32)
    picture[..., :3] = np.array(CHECKS, dtype=np.float32)[(row + column) % 2]
    return picture
