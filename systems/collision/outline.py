"""Side-view outlines: orientation, validity, and cutting concave ones into convex pieces."""

import numpy as np

from components.arrays import Floats

PARALLEL = 1e-9
"""Sine below which two unit edges count as parallel [1]."""

TRIANGLE = 3
"""Corners of the smallest outline."""


def signed_area(outline: Floats) -> float:
    """Area enclosed by an outline [cm²], positive when it runs counter-clockwise; shoelace formula."""
    x, z = outline[:, 0], outline[:, 1]
    return 0.5 * float(np.sum(x * np.roll(z, -1) - np.roll(x, -1) * z))


def counter_clockwise(outline: Floats) -> Floats:
    """The outline, turned round if it runs clockwise."""
    return outline if signed_area(outline) > 0 else outline[::-1].copy()


def convex_pieces(outline: Floats) -> list[Floats]:
    """Cuts a simple counter-clockwise outline into convex ones that cover the same area.

    Ears are clipped to triangles, then triangles are merged across the diagonals that are not needed
    (Hertel and Mehlhorn 1983, at most four times the fewest possible pieces).

    Raises:
        ValueError: The outline crosses itself.
    """
    corners = without_straight_corners(outline)
    if is_convex(corners):
        return [corners]
    pieces = _clip_ears(corners)
    return [corners[piece] for piece in _merge(corners, pieces)]


def without_straight_corners(outline: Floats) -> Floats:
    """The outline without repeated points and corners of 180 degrees, which change nothing."""
    keep = [row for row in range(len(outline)) if abs(_sine(outline, row)) > PARALLEL]
    return outline[keep]


def is_convex(outline: Floats) -> bool:
    """Whether a counter-clockwise outline turns left at every corner."""
    return all(_sine(outline, row) > -PARALLEL for row in range(len(outline)))


def _sine(outline: Floats, row: int) -> float:
    before = outline[row] - outline[row - 1]
    after = outline[(row + 1) % len(outline)] - outline[row]
    size = float(np.hypot(*before) * np.hypot(*after))
    return _cross(before, after) / size if size > 0 else 0.0


def _cross(a: Floats, b: Floats) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _clip_ears(outline: Floats) -> list[list[int]]:
    ring = list(range(len(outline)))
    triangles = []
    while len(ring) > TRIANGLE:
        ear = next((row for row in range(len(ring)) if _is_ear(outline, ring, row)), None)
        if ear is None:
            raise ValueError("the outline crosses itself")
        triangles.append([ring[ear - 1], ring[ear], ring[(ear + 1) % len(ring)]])
        del ring[ear]
    triangles.append(ring)
    return triangles


def _is_ear(outline: Floats, ring: list[int], row: int) -> bool:
    a, b, c = ring[row - 1], ring[row], ring[(row + 1) % len(ring)]
    if _turn(outline, a, b, c) <= 0:
        return False
    return not any(_in_triangle(outline, (a, b, c), p) for p in ring if p not in (a, b, c))


def _turn(outline: Floats, a: int, b: int, c: int) -> float:
    return _cross(outline[b] - outline[a], outline[c] - outline[a])


def _in_triangle(outline: Floats, triangle: tuple[int, int, int], point: int) -> bool:
    a, b, c = triangle
    sides = ((a, b), (b, c), (c, a))
    return all(_turn(outline, start, end, point) >= 0 for start, end in sides)


def _merge(outline: Floats, pieces: list[list[int]]) -> list[list[int]]:
    merged = True
    while merged:
        merged = False
        for first in range(len(pieces)):
            for second in range(first + 1, len(pieces)):
                union = _union(pieces[first], pieces[second])
                if union is not None and is_convex(outline[union]):
                    pieces[first] = union
                    del pieces[second]
                    merged = True
                    break
            if merged:
                break
    return pieces


def _union(first: list[int], second: list[int]) -> list[int] | None:
    for row, start in enumerate(first):
        end = first[(row + 1) % len(first)]
        for other, corner in enumerate(second):
            if corner == end and second[(other + 1) % len(second)] == start:
                from_start = second[other + 1 :] + second[: other + 1]
                return first[: row + 1] + from_start[1:-1] + first[row + 1 :]
    return None
