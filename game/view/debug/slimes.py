"""Slimes in the overlay: contacts, and the strain of their edges as colour."""

from functools import lru_cache

import numpy as np

from components.softbody import SoftbodyParticles, SoftbodyTopology
from game.view.arrays import Flags, Floats, Floats32, Integers
from game.view.debug.pens import NORMAL, PRESSED, SLACK, SPHERE, STRETCHED
from game.view.debug.sketch import Sketch
from game.view.scene import Body, Scene
from game.view.source import Watched, components_of

CONTACT_LENGTH = 22.0
"""Length of normals on slimes [cm]."""
CONTACT_STEP = 4
"""One contact in so many is drawn."""
MESH_COUNT = 3
"""Meshes drawn, the nearest to the middle of the picture first."""
FULL_STRAIN = 0.25
"""Strain that is shown in full colour [1]."""


def sketch_contacts(sketch: Sketch, simulation: Watched) -> None:
    """Where slimes touch something, and in which direction they are held off."""
    touching = [
        (slime.contact_points[::CONTACT_STEP], slime.contact_normals[::CONTACT_STEP])
        for slime in components_of(simulation, SoftbodyParticles).values()
    ]
    if touching:
        points, normals = (np.concatenate(part) for part in zip(*touching, strict=True))
        sketch.arrows(points, normals, CONTACT_LENGTH, NORMAL)


def sketch_strain(sketch: Sketch, simulation: Watched, scene: Scene, middle: float) -> None:
    """Near sides of triangles of slimes around X = middle [cm]: red when stretched, blue when pressed.

    Edges that only stiffen a body would hide them.
    """
    slimes = components_of(simulation, SoftbodyParticles)
    near = sorted(
        (entity for entity in scene.bodies if entity in slimes),
        key=lambda entity: abs(float(scene.bodies[entity].positions[:, 0].mean()) - middle),
    )
    for entity in near[:MESH_COUNT]:
        body = scene.bodies[entity]
        sides, lengths = unit_sides(body.topology)
        seen = facing(body, sides)
        starts, ends = (body.positions[sides[seen, side]] for side in (0, 1))
        lengths = lengths[seen] * slimes[entity].radius
        strain = np.linalg.norm(ends - starts, axis=1) / lengths - 1.0
        sketch.pieces(np.concatenate((starts, ends), axis=1), strain_pens(strain))
        sketch.dots(body.positions[::3], SPHERE._replace(width=2.0))


@lru_cache(maxsize=32)
def unit_sides(topology: SoftbodyTopology) -> tuple[Integers, Floats]:
    """Particle pairs at the sides of a unit mesh's triangles, and their distances at rest [1]."""
    pairs = topology.triangles[:, ((0, 1), (1, 2), (2, 0))].reshape(-1, 2)
    sides: Integers = np.unique(np.sort(pairs, axis=1), axis=0)
    ends = topology.rest_positions[sides]
    return sides, np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)


def facing(body: Body, sides: Integers) -> Flags:
    """Which sides of triangles lie on the viewer's side of a mesh's middle, shape [side_count]."""
    middle = float(body.positions[:, 1].mean())
    near: Flags = (body.positions[sides, 1] < middle + 1e-6).all(axis=1)
    return near


def strain_pens(strain: Floats) -> Floats32:
    """A pen for each strain [1], shape [count, 5]."""
    share = np.clip(np.abs(strain) / FULL_STRAIN, 0.0, 1.0)[:, None]
    full = np.where(strain[:, None] > 0.0, np.array(STRETCHED), np.array(PRESSED))
    pens: Floats32 = (np.array(SLACK) + (full - np.array(SLACK)) * share).astype(np.float32)
    return pens
