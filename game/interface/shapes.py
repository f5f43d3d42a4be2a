"""Small pictures drawn from shapes: hearts, gems, keys and plates, smooth at any size."""

import math

import pygame

from game.text import Rgb

FINE = 4
"""How much larger shapes are drawn before they are shrunk, so that their edges are smooth."""
FULL, EMPTY = (255, 92, 112), (58, 46, 74)
"""Colours of hearts."""
SHINE = (255, 214, 214)
GEM_FACETS = ((118, 240, 214), (62, 196, 190), (30, 138, 158), (196, 255, 236))
"""Left, right, lower and upper side of a gem."""
GOLD, DARK_GOLD = (255, 212, 96), (160, 104, 36)

Points = list[tuple[float, float]]


def canvas(width: float, height: float) -> pygame.Surface:
    """A clear surface to draw finely on, for a picture of a size [px]."""
    return pygame.Surface((max(1, round(width)) * FINE, max(1, round(height)) * FINE), pygame.SRCALPHA, 32)


def shrunk(fine: pygame.Surface) -> pygame.Surface:
    """What was drawn finely, in its own size."""
    return pygame.transform.smoothscale(fine, (fine.get_width() // FINE, fine.get_height() // FINE))


def heart(size: float, share: float) -> pygame.Surface:
    """A heart that is full to a share, from the left."""
    fine = canvas(size, size)
    side = fine.get_width()
    outline = _heart_outline(side / 2, side * 0.5, side * 0.028)
    pygame.draw.polygon(fine, (20, 14, 34), _heart_outline(side / 2, side * 0.5, side * 0.0305))
    pygame.draw.polygon(fine, EMPTY, outline)
    if share > 0.0:
        full = pygame.Surface(fine.get_size(), pygame.SRCALPHA, 32)
        pygame.draw.polygon(full, FULL, outline)
        pygame.draw.ellipse(full, SHINE, (side * 0.24, side * 0.25, side * 0.17, side * 0.12))
        fine.blit(full, (0, 0), (0, 0, round(side * min(share, 1.0)), side))
    return shrunk(fine)


def _heart_outline(x: float, y: float, unit: float) -> Points:
    """The usual heart curve: 16 sin^3 t across, 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t up."""
    points = []
    for step in range(72):
        t = math.tau * step / 72
        up = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((x + unit * 16 * math.sin(t) ** 3, y - unit * up))
    return points


def gem(size: float) -> pygame.Surface:
    """A cut stone."""
    fine = canvas(size, size)
    s = fine.get_width()
    left, right, top, middle, low = 0.1 * s, 0.9 * s, 0.16 * s, 0.42 * s, 0.92 * s
    outline = [(0.3 * s, top), (0.7 * s, top), (right, middle), (0.5 * s, low), (left, middle)]
    pygame.draw.polygon(fine, GEM_FACETS[2], outline)
    pygame.draw.polygon(fine, GEM_FACETS[0], [(left, middle), (0.36 * s, middle), (0.5 * s, low)])
    pygame.draw.polygon(fine, GEM_FACETS[1], [(0.36 * s, middle), (0.64 * s, middle), (0.5 * s, low)])
    crown = [(0.3 * s, top), (0.7 * s, top), (right, middle), (left, middle)]
    pygame.draw.polygon(fine, GEM_FACETS[3], crown)
    pygame.draw.polygon(fine, GEM_FACETS[0], [(0.3 * s, top), (0.36 * s, middle), (left, middle)])
    pygame.draw.polygon(fine, GEM_FACETS[1], [(0.7 * s, top), (right, middle), (0.64 * s, middle)])
    pygame.draw.polygon(fine, (16, 44, 66), outline, max(2, round(0.045 * s)))
    return shrunk(fine)


def key(size: float) -> pygame.Surface:
    """A key."""
    fine = canvas(size, size)
    s = fine.get_width()
    for colour, width in ((DARK_GOLD, 0.2), (GOLD, 0.11)):
        pygame.draw.circle(fine, colour, (0.3 * s, 0.34 * s), (0.17 + width / 2) * s, round(width * s))
        pygame.draw.line(fine, colour, (0.43 * s, 0.48 * s), (0.82 * s, 0.86 * s), round(width * s))
        pygame.draw.line(fine, colour, (0.7 * s, 0.75 * s), (0.82 * s, 0.62 * s), round(width * s))
    return shrunk(fine)


def plate(size: tuple[float, float], colour: Rgb, alpha: int, *, rim: Rgb | None = None) -> pygame.Surface:
    """A rectangle with round corners."""
    fine = canvas(*size)
    corner = round(0.24 * min(fine.get_size()))
    pygame.draw.rect(fine, (*colour, alpha), fine.get_rect(), border_radius=corner)
    if rim:
        pygame.draw.rect(fine, (*rim, min(255, alpha + 40)), fine.get_rect(), 2 * FINE, border_radius=corner)
    return shrunk(fine)
