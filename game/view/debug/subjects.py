"""What the debug overlay draws of each subject."""

import numpy as np

from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.foot_ik import FootTraces, TraceLog
from components.skeleton import AnimationLibrary
from components.softbody import SoftbodyParticles
from components.terrain import Solid
from game.view.arrays import Floats
from game.view.debug.sketch import Pen, Sketch
from game.view.scene import Scene
from game.view.source import Watched, components_of

TRACE, HIT, NORMAL = Pen(255, 226, 110, width=2.0), Pen(255, 92, 92, width=2.0), Pen(120, 255, 214, width=2.0)
CAPSULE, SPHERE, BOX = (
    Pen(120, 214, 255, 0.9, 1.4),
    Pen(180, 255, 120, 0.8, 1.4),
    Pen(150, 170, 255, 0.9, 1.2),
)
BONE, JOINT, MESH = Pen(255, 255, 255, 0.9, 1.6), Pen(255, 150, 220, width=5.0), Pen(220, 255, 240, 0.3)
NORMAL_LENGTH, CONTACT_LENGTH = 38.0, 22.0
"""Length of normals on the ground and on slimes [cm]."""
CROSS = 8.0
"""Half the size of the mark where a trace hit [cm]."""
BONE_SHOULDER, BONE_WIDTH = 0.18, 0.1
"""Where a bone is widest, and how wide, as shares of its length."""
MESH_COUNT = 3
"""Meshes drawn, the nearest to the middle of the picture first."""
CONTACT_STEP = 4
"""One contact in so many is drawn."""


def sketch_traces(sketch: Sketch, simulation: Watched) -> None:
    """Rays from each foot, where they hit and the ground's normal."""
    for traces in components_of(simulation, FootTraces).values():
        hit = traces.hit
        sketch.lines(traces.start[hit], traces.point[hit], TRACE)
        sketch.lines(traces.start[~hit], traces.end[~hit], _faint(TRACE))
        sketch.lines(traces.point[hit], traces.end[hit], _faint(TRACE))
        for point in traces.point[hit]:
            sketch.flat_circle(point, CROSS, HIT)
        for axis in ((CROSS, 0.0, 0.0), (0.0, 0.0, CROSS)):
            sketch.lines(traces.point[hit] - axis, traces.point[hit] + axis, HIT)
        sketch.arrows(traces.point[hit], traces.normal[hit], NORMAL_LENGTH, NORMAL)


def sketch_kept_traces(sketch: Sketch, simulation: Watched) -> None:
    """Traces that were asked to stay."""
    for log in components_of(simulation, TraceLog).values():
        for mark in log.marks:
            sketch.lines(mark.start[None], mark.end[None], _faint(TRACE))
            if mark.hit:
                sketch.dots(mark.end[None], HIT._replace(width=4.0))


def sketch_skeletons(sketch: Sketch, scene: Scene, library: AnimationLibrary) -> None:
    """Bones as slim diamonds, joints as dots."""
    for figure in scene.figures.values():
        skeleton = library.skeletons.get(figure.skeleton)
        if skeleton is not None:
            children = np.flatnonzero(skeleton.parents > 0)  # what hangs on the root is no limb
            starts, ends = figure.positions[skeleton.parents[children]], figure.positions[children]
            way = ends - starts
            aside = np.cross(way, (0.0, 1.0, 0.0)) * BONE_WIDTH
            for sign in (-1.0, 1.0):
                shoulder = starts + way * BONE_SHOULDER + aside * sign
                sketch.lines(starts, shoulder, BONE)
                sketch.lines(shoulder, ends, BONE)
            sketch.dots(figure.positions, JOINT)


def sketch_colliders(sketch: Sketch, simulation: Watched, scene: Scene) -> None:
    """Capsules, spheres and boxes around entities."""
    for entity, capsule in components_of(simulation, CapsuleCollider).items():
        if entity in scene.places and capsule.enabled:
            _sketch_capsule(sketch, scene.places[entity], capsule.radius, capsule.half_height)
    for entity, sphere in components_of(simulation, SphereCollider).items():
        if entity in scene.places and sphere.enabled:
            centre = scene.places[entity] + sphere.offset
            sketch.circle(centre, sphere.radius, SPHERE)
            sketch.flat_circle(centre, sphere.radius, _faint(SPHERE))
    for entity, box in components_of(simulation, BoxCollider).items():
        if entity in scene.places and box.enabled:
            centre, half = scene.places[entity], box.half_extents
            outline = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half[::2] + centre[::2]
            _sketch_prism(sketch, outline, (centre[1] - half[1], centre[1] + half[1]))


def _sketch_capsule(sketch: Sketch, centre: Floats, radius: float, half_height: float) -> None:
    middle = np.array((0.0, 0.0, max(half_height - radius, 0.0)))
    top, bottom = centre + middle, centre - middle
    for end in (top, bottom):
        sketch.circle(end, radius, _faint(CAPSULE))
        sketch.flat_circle(end, radius, _faint(CAPSULE))
    sides = np.array([(radius, 0.0, 0.0), (-radius, 0.0, 0.0)])
    sketch.lines(top + sides, bottom + sides, CAPSULE)


def sketch_terrain(
    sketch: Sketch, solids: tuple[Solid, ...], offsets: Floats, low: float, high: float
) -> None:
    """Outlines of the solids between low and high, in X [cm]."""
    for solid in solids:
        moved = 0 <= solid.platform < len(offsets)
        shift = offsets[solid.platform] if moved else np.zeros(3)
        outline = solid.outline + shift[::2]
        if outline[:, 0].min() <= high and outline[:, 0].max() >= low:
            _sketch_prism(sketch, outline, (solid.depth[0] + shift[1], solid.depth[1] + shift[1]))


def _sketch_prism(sketch: Sketch, outline: Floats, depth: tuple[float, float]) -> None:
    front, back = (np.insert(outline, 1, y, axis=1) for y in depth)
    sketch.loop(front, BOX)
    sketch.loop(back, _faint(BOX))
    sketch.lines(front, back, _faint(BOX))


def sketch_contacts(sketch: Sketch, simulation: Watched) -> None:
    """Where slimes touch something, and in which direction they are held off."""
    for particles in components_of(simulation, SoftbodyParticles).values():
        points, normals = particles.contact_points[::CONTACT_STEP], particles.contact_normals[::CONTACT_STEP]
        sketch.arrows(points, normals, CONTACT_LENGTH, NORMAL)


def sketch_meshes(sketch: Sketch, scene: Scene, middle: float) -> None:
    """Triangles of the slimes nearest to X = middle [cm], where they face the viewer."""
    bodies = sorted(scene.bodies.values(), key=lambda body: abs(float(body.positions[:, 0].mean()) - middle))
    for body in bodies[:MESH_COUNT]:
        a, b, c = (body.positions[body.topology.triangles[:, corner]] for corner in range(3))
        seen = np.cross(b - a, c - a)[:, 1] < 0.0
        for start, end in ((a, b), (b, c), (c, a)):
            sketch.lines(start[seen], end[seen], MESH)
        sketch.dots(body.positions[::3], SPHERE._replace(width=2.0))


def _faint(pen: Pen) -> Pen:
    return pen._replace(strength=pen.strength * 0.45)
