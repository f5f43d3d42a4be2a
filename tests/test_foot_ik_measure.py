"""What is told of feet is true: each defect that is made on purpose is found, and a jump is none."""

import math
from collections.abc import Callable
from pathlib import Path

import esper
import numpy as np
import pytest

from components.foot_ik import IKData
from components.skeleton import AnimationLibrary, Animator, SkeletonPose
from game.feet.animated import AnimatedPoses
from game.feet.judge import travel_ratio
from game.feet.measure import BodyReport, FeetMeter, Travel
from game.simulation import After, Simulation
from systems.animation.animate import Animate
from systems.foot_ik.ik_interpolation import IKInterpolation
from systems.query import entities_with

HERO = '{"name": "hero", "prefab": "hero", "components": {"Transform": {"position": [0, 0, 88]}}}'
LEVEL = """{"name": "Floor", "bounds": {"x": [-900, 2000], "z": [-300, 900]}, "terrain": [
    {"shape": "box", "x": [-900, 200], "z": [-300, 0]},
    {"shape": "slope", "from": [200, 0], "to": [600, 140], "base": -300},
    {"shape": "box", "x": [600, 2000], "z": [-300, 140]}], "entities": [%s]}"""
ON_THE_WAY = 60
Harm = Callable[[IKData, int], None]


class Harming(esper.Processor):
    """Spoils what the feet have settled to."""

    def __init__(self, harm: Harm) -> None:
        self._harm, self._tick = harm, 0

    def process(self, dt: float) -> None:
        """Does it after every tick's smoothing."""
        del dt
        self._tick += 1
        for _, (data,) in entities_with(IKData):
            self._harm(data, self._tick)


def walked(tmp_path: Path, harm: Harm, jump: range = range(0)) -> BodyReport:
    """What is told of a walk up a slope."""
    level = tmp_path / "floor.json"
    level.write_text(LEVEL % HERO)
    simulation = Simulation.load(level, systems=[After(IKInterpolation, Harming(harm))])
    meter = FeetMeter(simulation)
    for tick in range(300):
        simulation.tick(("right", "jump") if tick in jump else ("right",))
        meter.observe()
    simulation.close()
    (report,) = meter.reports()
    return report


def nothing(data: IKData, tick: int) -> None:
    """No harm."""


def bob(data: IKData, tick: int) -> None:
    data.pelvis_distance += 3.0 * (tick % 2)


def sink(data: IKData, tick: int) -> None:
    del tick
    data.foot_distances -= 2.0 * data.locked


def hover(data: IKData, tick: int) -> None:
    del tick
    data.foot_distances += 2.0 * data.locked


def slide(data: IKData, tick: int) -> None:
    data.slides[:, 0] += 0.3 * data.locked * (tick % 2)


def pop(data: IKData, tick: int) -> None:
    data.foot_distances += 9.0 * ~data.locked * (tick % 20 == 0)


def test_a_walk_without_harm_is_within_its_bounds(tmp_path: Path) -> None:
    report = walked(tmp_path, nothing)
    assert report.terrain_travel == pytest.approx(140, abs=15)
    assert travel_ratio(report) < 1.1
    for foot in report.feet:
        assert foot.planted > ON_THE_WAY
        assert foot.slide < 0.01
        assert max(foot.sink, foot.hover) < 0.5
        assert foot.pop < 5.67
        assert foot.missed == 0


@pytest.mark.parametrize(
    ("harm", "name", "least"),
    [(sink, "sink", 1.9), (hover, "hover", 1.9), (slide, "slide", 0.29), (pop, "pop", 8.0)],
)
def test_each_harm_is_told(tmp_path: Path, harm: Harm, name: str, least: float) -> None:
    report = walked(tmp_path, harm)
    assert max(getattr(foot, name) for foot in report.feet) > least
    assert max(foot.added for foot in report.feet) > 100


def test_a_pelvis_that_bobs_is_told(tmp_path: Path) -> None:
    assert travel_ratio(walked(tmp_path, bob)) > 3


def test_a_jump_is_no_defect(tmp_path: Path) -> None:
    plain, jumped = walked(tmp_path, nothing), walked(tmp_path, nothing, range(5, 25))
    assert jumped.pelvis_travel == pytest.approx(plain.pelvis_travel, abs=12)
    for foot in jumped.feet:
        assert foot.slide < 0.01
        assert max(foot.sink, foot.hover) < 0.5
        assert foot.pop < 5.67


def test_a_travel_leaves_out_what_is_not_known_and_what_it_did_not_go() -> None:
    way = Travel()
    for height in (0.0, 2.0, math.nan, 1.0):
        way.go(height)
    assert way.way == 3
    way.interrupt()
    way.go(100.0)
    way.go(98.0)
    assert way.way == 5


class Seeing(esper.Processor):
    """Keeps the pose that the animation left."""

    def __init__(self) -> None:
        self.places = np.zeros((0, 3))

    def process(self, dt: float) -> None:
        """Copies it."""
        del dt
        for _, (pose,) in entities_with(SkeletonPose):
            first, last = pose.pool.first_bone[pose.row : pose.row + 2].tolist()
            self.places = pose.pool.positions_cs[first:last].copy()


def test_the_animated_pose_is_the_one_before_the_legs_are_bent(tmp_path: Path) -> None:
    level, seeing = tmp_path / "floor.json", Seeing()
    level.write_text(LEVEL % HERO)
    simulation = Simulation.load(level, systems=[After(Animate, seeing)])
    poses = AnimatedPoses(simulation.resource(AnimationLibrary))
    for tick in range(120):
        simulation.tick(("right", "jump") if 20 <= tick < 40 else ("right",))
        animator = simulation.component(simulation.named("hero"), Animator)
        np.testing.assert_allclose(poses.places(animator), seeing.places, atol=1e-9)
    simulation.close()
