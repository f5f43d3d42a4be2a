"""Feet in the overlay: how they look for ground, what came of it, where they stand, how far legs reach."""

from typing import NamedTuple

import numpy as np

from components.foot_ik import FootIK, FootTraces, IKData, TraceLog, Verdict
from components.skeleton import AnimationLibrary, SkeletonAsset
from game.view.arrays import Flags
from game.view.debug.pens import (
    BONE,
    HIT,
    JOINT,
    LANDING,
    LOCK,
    MISSED,
    NORMAL,
    POLE,
    REACH,
    REFUSED,
    TRACE,
    Pen,
)
from game.view.debug.sketch import Sketch
from game.view.scene import Figure, Scene
from game.view.source import Watched, components_of

NORMAL_LENGTH, POLE_LENGTH = 38.0, 30.0
"""Length of normals on the ground and of arrows at knees [cm]."""
CROSS = 8.0
"""Half the size of the mark where a trace hit [cm]."""
BONE_SHOULDER, BONE_WIDTH = 0.18, 0.1
"""Where a bone is widest, and how wide, as shares of its length."""
STRAIGHT = 1e-6
"""A knee this near to the line from hip to ankle leans nowhere [cm]."""

VERDICTS: dict[Verdict, Pen] = dict.fromkeys(Verdict, REFUSED) | {Verdict.HIT: HIT, Verdict.MISSED: MISSED}
"""How what a search came to is marked."""


def sketch_traces(sketch: Sketch, simulation: Watched) -> None:
    """Rays from each foot, what they came to, and the ground's normal."""
    for traces in components_of(simulation, FootTraces).values():
        verdicts, hit = traces.verdict, traces.hit
        sketch.lines(traces.start[hit], traces.point[hit], TRACE)
        sketch.lines(traces.start[~hit], traces.end[~hit], TRACE.faint())
        sketch.lines(traces.point[hit], traces.end[hit], TRACE.faint())
        for verdict, pen in VERDICTS.items():
            met = verdicts == verdict
            if met.any():
                places = np.where(hit[:, None], traces.point, traces.end)[met]
                sketch.flat_circles(places, np.full(len(places), CROSS), pen)
                for axis in ((CROSS, 0.0, 0.0), (0.0, 0.0, CROSS)):
                    sketch.lines(places - axis, places + axis, pen)
        sketch.arrows(traces.point[hit], traces.normal[hit], NORMAL_LENGTH, NORMAL)


def sketch_kept_traces(sketch: Sketch, simulation: Watched) -> None:
    """Traces that were asked to stay."""
    marks = [mark for log in components_of(simulation, TraceLog).values() for mark in log.marks]
    if marks:
        ends = np.array([mark.end for mark in marks])
        sketch.lines(np.array([mark.start for mark in marks]), ends, TRACE.faint())
        sketch.dots(ends[[mark.hit for mark in marks]], HIT._replace(width=4.0))


def sketch_locks(sketch: Sketch, simulation: Watched) -> None:
    """Where feet are planted and where their toes point, and where feet in the air will come down."""
    for data in components_of(simulation, IKData).values():
        locked = data.locked
        if len(data.lock_points) == len(locked) == len(data.ground_heights) and locked.any():
            places = np.column_stack((data.lock_points, data.ground_heights))[locked]
            sketch.flat_circles(places, np.full(len(places), CROSS), LOCK)
            sketch.dots(places, LOCK._replace(width=6.0))
            level = np.zeros((len(places), 1))
            sketch.arrows(places, np.hstack((data.lock_headings[locked], level)), 2.0 * CROSS, LOCK)
    for traces in components_of(simulation, FootTraces).values():
        landing = traces.landing_point[traces.landing_hit]
        sketch.flat_circles(landing, np.full(len(landing), 0.7 * CROSS), LANDING)
        sketch.dots(landing, LANDING._replace(width=4.0))


def sketch_skeletons(sketch: Sketch, scene: Scene, library: AnimationLibrary) -> None:
    """Bones as slim diamonds, joints as dots."""
    for figure in scene.figures.values():
        skeleton = library.skeletons.get(figure.skeleton)
        if skeleton is not None:
            children = np.flatnonzero(skeleton.parents > 0)  # what hangs on the root is no limb
            starts, ends = figure.positions[skeleton.parents[children]], figure.positions[children]
            way = ends - starts
            aside = np.stack((-way[:, 2], np.zeros(len(way)), way[:, 0]), axis=-1) * BONE_WIDTH
            shoulders = np.concatenate(
                (starts + way * BONE_SHOULDER + aside, starts + way * BONE_SHOULDER - aside)
            )
            sketch.lines(np.tile(starts, (2, 1)), shoulders, BONE)
            sketch.lines(shoulders, np.tile(ends, (2, 1)), BONE)
            sketch.dots(figure.positions, JOINT)


class Legs(NamedTuple):
    """Rows of the bones of legs, one a foot."""

    hips: list[int]
    knees: list[int]
    ankles: list[int]


def legs_of(feet: tuple[str, ...], skeleton: SkeletonAsset) -> Legs:
    """The two bones above each foot that the skeleton has."""
    ankles = [skeleton.index(foot) for foot in feet if foot in skeleton.bones]
    knees = [int(skeleton.parents[ankle]) for ankle in ankles]
    return Legs([int(skeleton.parents[knee]) for knee in knees], knees, ankles)


def sketch_reach(sketch: Sketch, simulation: Watched, scene: Scene, library: AnimationLibrary) -> None:
    """How far each leg reaches, in red where its foot did not come to its place, and where its knee leans."""
    data = components_of(simulation, IKData)
    for entity, feet in components_of(simulation, FootIK).items():
        figure = scene.figures.get(entity)
        skeleton = library.skeletons.get(figure.skeleton) if figure else None
        if figure is not None and skeleton is not None:
            legs = legs_of(feet.feet, skeleton)
            reached = data[entity].reached if entity in data else np.zeros(0, dtype=np.bool_)
            if len(reached) != len(legs.ankles):
                reached = np.ones(len(legs.ankles), dtype=np.bool_)
            _sketch_legs(sketch, figure, legs, reached)


def _sketch_legs(sketch: Sketch, figure: Figure, legs: Legs, reached: Flags) -> None:
    hips, knees, ankles = (figure.positions[rows] for rows in legs)
    thighs, calves = knees - hips, ankles - knees
    lengths = np.linalg.norm(thighs, axis=1) + np.linalg.norm(calves, axis=1)
    for met, pen in ((True, REACH), (False, HIT.faint())):
        sketch.circles(hips[reached == met], lengths[reached == met], pen)
    sketch.lines(hips, ankles, REACH)
    ways = ankles - hips
    shares = (thighs * ways).sum(axis=1) / np.maximum((ways * ways).sum(axis=1), STRAIGHT)
    leans = thighs - shares[:, None] * ways
    sizes = np.linalg.norm(leans, axis=1)
    bent = sizes > STRAIGHT
    sketch.arrows(knees[bent], leans[bent] / sizes[bent, None], POLE_LENGTH, POLE)
