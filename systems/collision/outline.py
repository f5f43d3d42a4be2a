"""Side-view outlines: orientation, validity, and cutting concave ones into convex pieces."""

import numpy as np

from components.arrays import Flags, Floats

PARALLEL = 1e-9
"""Sine below which two unit edges count as parallel [1]."""

SAME_POINT = 1e-6
"""Distance below which two corners are one [cm]."""

TRIANGLE = 3
"""Corners of the smallest outline."""


def signed_area(outline: Floats) -> float:
    """Area enclosed by an outline [cm²], positive when it runs counter-clockwise; shoelace formula."""
    ahead = next_rows(outline)
    return 0.5 * float(np.sum(outline[:, 0] * ahead[:, 1] - ahead[:, 0] * outline[:, 1]))


def next_rows(rows: Floats) -> Floats:
    """For each row the one after it, for the last the first; `np.roll` takes ten times as long."""
    return np.concatenate((rows[1:], rows[:1]))


def counter_clockwise(outline: Floats) -> Floats:
    """The outline, turned round if it runs clockwise."""
    return outline if signed_area(outline) > 0 else outline[::-1].copy()


def convex_pieces(outline: Floats) -> list[Floats]:
    """Cuts a simple counter-clockwise outline into convex ones that cover the same area.

    Ears are clipped to triangles, then triangles are merged across the diagonals that are not needed
    (Hertel and Mehlhorn 1983, at most four times the fewest possible pieces).

    Raises:
        ValueError: The outline encloses no area, or crosses or touches itself.
    """
    corners = without_straight_corners(outline)
    if len(corners) < TRIANGLE:
        raise ValueError("the outline encloses no area")
    if is_convex(corners) and _winds_once(corners):
        return [corners]
    if _meets_itself(corners):
        raise ValueError("the outline crosses or touches itself")
    pieces = _clip_ears(corners)
    return [corners[piece] for piece in _merge(corners, pieces)]


def without_straight_corners(outline: Floats) -> Floats:
    """The outline without repeated points and corners of 180 or 0 degrees, which change nothing."""
    while len(outline) >= TRIANGLE:
        way = next_rows(outline) - outline
        keep = np.hypot(way[:, 0], way[:, 1]) > SAME_POINT
        if keep.all():
            keep = np.abs(_sines(outline)) > PARALLEL
        if keep.all():
            return outline
        outline = outline[keep]
    return outline


def is_convex(outline: Floats) -> bool:
    """Whether a counter-clockwise outline turns left at every corner."""
    return bool((_sines(outline) > -PARALLEL).all())


def _sines(outline: Floats) -> Floats:
    before = outline - np.concatenate((outline[-1:], outline[:-1]))
    before /= np.hypot(before[:, 0], before[:, 1])[:, np.newaxis]
    after = next_rows(before)
    return before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]


def _winds_once(outline: Floats) -> bool:
    """Whether the sides of an outline that only turns left point upward in one unbroken run."""
    way = next_rows(outline) - outline
    upward = (way[:, 1] > 0) | ((way[:, 1] == 0) & (way[:, 0] > 0))
    return int(np.count_nonzero(upward[1:] & ~upward[:-1])) + int(upward[0] and not upward[-1]) == 1


def _meets_itself(outline: Floats) -> bool:
    """Whether two sides without a common corner have a point in common (O'Rourke 1998, section 1.5)."""
    a, b = outline[:, np.newaxis], next_rows(outline)[:, np.newaxis]
    c, d = a[:, 0], b[:, 0]
    row = np.arange(len(outline))
    apart = (row[:, np.newaxis] - row) % len(outline)
    parted = _same_side(a, b, c, d)
    overlapping = (np.minimum(a, b) <= np.maximum(c, d)) & (np.maximum(a, b) >= np.minimum(c, d))
    meet = ~parted & ~parted.T & overlapping.all(axis=2)
    return bool(meet[(apart > 1) & (apart < len(outline) - 1)].any())


def _same_side(a: Floats, b: Floats, c: Floats, d: Floats) -> Flags:
    """Whether c and d lie strictly on the same side of the line from a to b."""
    first, second = _area(a, b, c), _area(a, b, d)
    return (first * second) > 0


def _area(a: Floats, b: Floats, c: Floats) -> Floats:
    left, right = b - a, c - a
    return left[..., 0] * right[..., 1] - left[..., 1] * right[..., 0]


def _cross(a: Floats, b: Floats) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


def _clip_ears(outline: Floats) -> list[list[int]]:
    ring = list(range(len(outline)))
    triangles = []
    while len(ring) > TRIANGLE:
        ear = next((row for row in range(len(ring)) if _is_ear(outline, ring, row)), None)
        if ear is None:
            raise ValueError("the outline crosses or touches itself")
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
