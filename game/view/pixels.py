"""Surfaces as arrays of pixels."""

import ctypes
from functools import lru_cache

import numpy as np
import pygame

from game.view.arrays import Bytes, Floats, Pixels, single, word
from game.view.kernel import drawing_kernel

MASKS = (0xFF0000, 0xFF00, 0xFF, 0)
OPAQUE = word(0xFF000000)
ALPHA_MASKS = (0xFF0000, 0xFF00, 0xFF, 0xFF000000)


def plain_surface(size: tuple[int, int]) -> pygame.Surface:
    """A surface without alpha whose pixels are 0x00RRGGBB; needs no display."""
    return pygame.Surface(size, 0, 32, MASKS)


def alpha_surface(size: tuple[int, int]) -> pygame.Surface:
    """A surface with alpha whose pixels are 0xAARRGGBB; needs no display."""
    return pygame.Surface(size, pygame.SRCALPHA, 32, ALPHA_MASKS)


def is_plain(surface: pygame.Surface) -> bool:
    """Whether `open_pixels` can open a surface."""
    width_in_bytes = 4 * surface.get_width()
    return (
        surface.get_bitsize() == 32  # noqa: PLR2004 - bits of a pixel
        and surface.get_masks() == MASKS
        and surface.get_pitch() == width_in_bytes
        and not surface.get_flags() & pygame.RLEACCEL
    )


def darken(surface: pygame.Surface, light: tuple[int, int, int]) -> None:
    """Multiplies a whole surface by red, green and blue in 255ths.

    Filling with a blend flag would do the same pixel by pixel, a hundred times as slow as a blit.
    """
    surface.blit(_solid(surface.get_size(), light), (0, 0), special_flags=pygame.BLEND_RGB_MULT)


@lru_cache(maxsize=4)
def _solid(size: tuple[int, int], colour: tuple[int, int, int]) -> pygame.Surface:
    surface = plain_surface(size)
    surface.fill(colour)
    return surface


def open_pixels(surface: pygame.Surface) -> Pixels:
    """A plain surface's own pixels for kernels, shape [height, width]; valid as long as the surface is.

    The surface is not locked by it: it lies in plain memory, and a lock would forbid blits for as long as
    anything, such as a compiler's traceback, remembers the array.
    """
    width, height = surface.get_size()
    address = pygame.surfarray.pixels2d(surface).__array_interface__["data"][0]
    return np.ctypeslib.as_array((ctypes.c_uint32 * width * height).from_address(address))


def surface_of_bgra(picture: Bytes) -> pygame.Surface:
    """A surface with alpha of blue, green, red and alpha bytes, shape [height, width, 4]."""
    height, width = picture.shape[:2]
    return pygame.image.frombuffer(picture.tobytes(), (width, height), "BGRA")


def surface_of_rgba(picture: Floats) -> pygame.Surface:
    """A surface with alpha of red, green, blue and alpha [0, 255], shape [height, width, 4]."""
    return surface_of_bgra(np.clip(picture, 0, 255).astype(np.uint8)[..., (2, 1, 0, 3)])


def surface_of_rgb(picture: Floats | Bytes) -> pygame.Surface:
    """A surface without alpha of red, green and blue [0, 255], shape [height, width, 3]."""
    height, width = picture.shape[:2]
    surface = plain_surface((width, height))
    pygame.surfarray.blit_array(surface, np.clip(picture, 0, 255).astype(np.uint8).swapaxes(0, 1))
    return surface


@drawing_kernel
def unpack(pixel: int) -> tuple[float, float, float]:
    """Red, green and blue of a pixel [0, 255]."""
    return single((pixel >> 16) & 255), single((pixel >> 8) & 255), single(pixel & 255)


@drawing_kernel
def pack(red: float, green: float, blue: float) -> int:
    """An opaque pixel of red, green and blue [0, 255]."""
    return OPAQUE | (word(red) << word(16)) | (word(green) << word(8)) | word(blue)
