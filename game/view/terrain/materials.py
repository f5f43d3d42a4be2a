"""What solids are made of: the unlit colour of a point on a face, in centimetres of the world."""

import math

import numpy as np

from game.view.colours import Colour, dim, mix, plus
from game.view.kernel import drawing_kernel
from game.view.noise import between, fractal_noise, lattice, step, value_noise
from game.view.terrain.palette import TerrainPalette

COURSE = 36.0
"""Height of a course of bricks [cm]."""
SLAB_LENGTH = 62.5
SLAB_WIDTH = 50.0
"""Size of a slab that is walked on [cm]."""
BEVEL_LIGHT = (140.0, 128.0, 190.0)
"""Light on the upper edges of bricks."""


@drawing_kernel
def meadow(palette: TerrainPalette, x: float, y: float) -> Colour:
    """Grass seen from above."""
    patch = step(0.2, 0.85, fractal_noise(x * 0.017, y * 0.026, 3.0))
    light = 0.16 + 0.465 * patch + 0.22 * value_noise(x * 0.09, y * 0.14, 7.0)
    return mix(palette.grass, palette.light_grass, light)


@drawing_kernel
def slabs(palette: TerrainPalette, x: float, y: float) -> Colour:
    """Worn stones with moss between them, seen from above."""
    wear, fine = fractal_noise(x * 0.017, y * 0.026, 3.0), value_noise(x * 0.09, y * 0.14, 7.0)
    along = x / SLAB_LENGTH + 0.3 * wear
    column = np.floor(along)
    across = y / SLAB_WIDTH + 0.5 * (column - 2.0 * np.floor(column / 2.0))
    line = np.floor(across)
    u, v = along - column, across - line
    joint = min(min(u, 1.0 - u) * SLAB_LENGTH, min(v, 1.0 - v) * SLAB_WIDTH)
    tone = 0.6 * lattice(column, line, 5.0) + 0.25 * fine
    stone = mix(palette.slab, palette.light_slab, tone)
    stone = dim(stone, 0.62 + 0.38 * step(0.0, 5.0, joint))
    return mix(stone, meadow(palette, x, y), 0.75 * step(0.52, 0.72, wear))


@drawing_kernel
def bright_edge(palette: TerrainPalette, colour: Colour, behind_edge: float) -> Colour:
    """A top with the light that catches on its front edge."""
    return mix(colour, palette.lip, 0.55 * (1.0 - step(0.0, 10.0, behind_edge)))


@drawing_kernel
def bricks(palette: TerrainPalette, u: float, z: float, below: float, depth: float) -> Colour:
    """A wall of stone, below [cm] under its top and at a depth [0, 1] in the ground, where it grows plain."""
    course = np.floor(z / COURSE)
    shift, length = 130.0 * lattice(course, 3.0, 11.0), 55.0 + 35.0 * lattice(course, 9.0, 12.0)
    along = (u + shift) / length + 0.12 * (value_noise(u * 0.02, z * 0.02, 21.0) - 0.5)
    brick = np.floor(along)
    fu, fz = (along - brick) * length, z - course * COURSE
    edge = step(0.6, 5.0, min(fu, length - fu, fz, COURSE - fz))
    tone, grain = lattice(brick, course, 13.0), fractal_noise(u * 0.031, z * 0.031, 31.0)
    clarity = between(1.0, 0.16, depth)
    shade = (0.86 + 0.26 * tone) * (0.88 + 0.24 * grain) * between(1.0, between(0.62, 1.0, edge), clarity)
    if tone > 0.86:  # noqa: PLR2004 - one brick in seven is lighter
        shade *= 1.0 + 0.1 * clarity
    bevel = 0.22 * (1.0 - step(0.0, 9.0, COURSE - fz - 2.0)) + 0.1 * (1.0 - step(0.0, 7.0, fu - 2.0))
    stone = dim(mix(palette.stone, palette.deep_stone, depth), shade)
    stone = plus(stone, BEVEL_LIGHT, bevel * edge * clarity)
    moss = 0.6 * (1.0 - edge) * (1.0 - step(20.0, 140.0, below)) * step(0.45, 0.7, grain)
    return mix(stone, palette.grass, moss)


@drawing_kernel
def vines(palette: TerrainPalette, wall: Colour, u: float, z: float, below: float, seed: float) -> Colour:
    """A wall with plants hanging down it."""
    place = np.floor(u / VINE_SPACING)
    chance = lattice(place, seed, 71.0)
    length = 35.0 + 120.0 * lattice(place, seed, 72.0)
    if chance < VINE_RARITY or below > length or below < 0.0:
        return wall
    stem = (place + 0.25 + 0.5 * lattice(place, seed, 73.0)) * VINE_SPACING
    stem += 3.5 * math.sin(z * 0.07 + chance * 20.0)
    leaf = abs(math.sin(z * 0.24 + chance * 9.0))
    half, aside = 1.0 + 4.5 * leaf * (1.0 - 0.6 * below / length), abs(u - stem)
    if aside < half:
        light = (0.25 + 0.6 * (1.0 - below / length) * leaf) * 0.8
        return mix(dim(palette.grass, 0.72), palette.light_grass, light)
    return dim(wall, 0.81) if aside < half + 3.0 else wall


VINE_SPACING = 87.0
"""[cm]"""
VINE_RARITY = 0.62


@drawing_kernel
def overhang(
    palette: TerrainPalette, wall: Colour, u: float, z: float, below: float, lushness: float
) -> Colour:
    """A wall with the meadow's edge hanging over it."""
    wave = abs(math.sin(u * 0.07 + 2.0 * value_noise(u * 0.013, 0.5, 44.0)))
    drop = (
        7.0 + 10.0 * value_noise(u * 0.023, 1.7, 41.0) + 5.5 * wave + 3.0 * value_noise(u * 0.15, 0.0, 42.0)
    )
    drop *= lushness
    if below < drop:
        light = (1.0 - below / drop) * (0.55 + 0.45 * value_noise(u * 0.11, z * 0.05, 43.0))
        grass = mix(dim(palette.grass, 0.84), palette.light_grass, light)
        return mix(grass, palette.lip, 0.6 * (1.0 - step(0.0, 5.0, below)))
    if below < drop + OVERHANG_SHADOW:
        shadow = 1.0 - (below - drop) / OVERHANG_SHADOW
        return dim(wall, 1.0 - 0.53 * shadow * shadow)
    return wall


OVERHANG_SHADOW = 13.0
"""How far down the shadow of hanging grass reaches [cm]."""
