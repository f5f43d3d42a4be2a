"""A painted region as something that can be blitted."""

import pygame

from game.view.pixels import surface_of_bgra
from game.view.terrain.bake import Layer

OPAQUE = 255


def layer_surface(layer: Layer) -> pygame.Surface:
    """The picture of a layer, encoded so that what is empty or solid costs little."""
    surface = surface_of_bgra(layer.picture)
    surface.set_alpha(OPAQUE, pygame.RLEACCEL)
    return surface
