"""The levels of feet: every case in a row, a creature with four legs, and a crowd on uneven ground."""

import numpy as np
import pytest

from components.foot_ik import FootIK, FootTraces, IKData, Profile, Verdict
from components.skeleton import SkeletonPose
from game.feet.measure import FeetMeter
from game.script import read_script
from game.simulation import Simulation

SETTLING, FASTEST_KNEE = 90, 800.0
VERDICTS = {
    "beside a crate too high": Verdict.TOO_HIGH,
    "beside ground too steep": Verdict.TOO_STEEP,
    "ground without the tag": Verdict.NOT_WALKABLE,
}


@pytest.fixture(scope="module")
def feet() -> Simulation:
    simulation = Simulation.load("feet")
    for _ in range(SETTLING):
        simulation.tick()
    return simulation


def part(simulation: Simulation, name: str) -> IKData:
    """What the feet of a character have settled to."""
    return simulation.component(simulation.named(name), IKData)


def test_verdicts_are_what_the_places_are_called(feet: Simulation) -> None:
    for name, verdict in VERDICTS.items():
        found = feet.component(feet.named(name), FootTraces).verdict
        assert found.tolist() == [verdict, Verdict.HIT], name


def test_every_profile_stands_there(feet: Simulation) -> None:
    profiles = {foot_ik.profile for _, (foot_ik,) in feet.entities_with(FootIK)}
    assert profiles == set(Profile)


@pytest.mark.parametrize("name", ["across two treads", "one foot higher", "toes on a kerb", "on a crest"])
def test_soles_rest_on_what_is_under_them(feet: Simulation, name: str) -> None:
    entity = feet.named(name)
    meter = FeetMeter(feet)
    feet.tick()
    meter.observe()
    gaps = meter.gaps_of(entity)
    assert np.nanmin(gaps, axis=1) == pytest.approx([0, 0], abs=0.5)
    assert part(feet, name).reached.all()


def test_the_pelvis_goes_down_less_than_the_lower_foot(feet: Simulation) -> None:
    softstep, unreal = part(feet, "across two treads"), part(feet, "unreal")
    assert softstep.held_heights[0] - softstep.held_heights[1] == pytest.approx(18)
    total = softstep.pelvis_distance + softstep.foot_distances.min()
    assert total < softstep.pelvis_distance < 0
    assert unreal.pelvis_distance == pytest.approx(
        unreal.pelvis_distance + unreal.foot_distances.min(), abs=1e-3
    )


@pytest.mark.parametrize("name", ["hound", "hound on steps", "hound on a slope"])
def test_four_paws_stand_on_the_ground(feet: Simulation, name: str) -> None:
    data, pose = part(feet, name), feet.component(feet.named(name), SkeletonPose)
    assert data.found.shape == (4,)
    assert data.found.all()
    assert data.reached.all()
    assert np.isfinite(pose.positions_ws).all()


def test_elbows_bend_back_and_knees_forward(feet: Simulation) -> None:
    from components.skeleton import AnimationLibrary  # noqa: PLC0415 - one test alone

    skeleton = feet.resource(AnimationLibrary).skeletons["hound"]
    places = feet.component(feet.named("hound on steps"), SkeletonPose).positions_ws
    for leg, forward in {"hl": 1, "hr": 1, "fl": -1, "fr": -1}.items():
        hip, knee, paw = (places[skeleton.index(f"{bone}_{leg}")] for bone in ("thigh", "calf", "foot"))
        middle = hip + (paw - hip) * float((knee - hip) @ (paw - hip)) / float((paw - hip) @ (paw - hip))
        assert (knee - middle)[0] * forward > 1


def test_a_rider_of_the_lift_does_not_slide() -> None:
    simulation = Simulation.load("feet")
    entity, meter = simulation.named("on a lift"), FeetMeter(simulation)
    for tick in range(240):
        simulation.tick()
        if tick > SETTLING:
            meter.observe()
    (report,) = (body for body in meter.reports() if body.character == "on a lift")
    for foot in report.feet:
        assert foot.slide < 0.01
        assert foot.hover < 0.5
        assert foot.sink < 0.5
    assert simulation.component(entity, IKData).locked.all()


def test_a_crowd_of_two_hundred_walks_on_uneven_ground() -> None:
    simulation, script = Simulation.load("crowd"), read_script("crowd-walk")
    assert sum(len(foot_ik.feet) for _, (foot_ik,) in simulation.entities_with(FootIK)) == 402
    start = {entity: pose for entity, (pose,) in simulation.entities_with(SkeletonPose)}
    for _ in range(60):
        simulation.tick(script.held(simulation.tick_count))
    for entity in start:
        assert np.isfinite(simulation.component(entity, SkeletonPose).positions_ws).all()


def test_who_settles_bends_no_knee_faster_than_a_landing_does() -> None:
    """Feet without ground of their own go as their animation goes, and are not asked."""
    simulation = Simulation.load("feet")
    meter = FeetMeter(simulation)
    for _ in range(SETTLING):
        simulation.tick()
        meter.observe()
    followed = {
        (report.character, foot.foot): foot.knee
        for report in meter.reports()
        for foot in report.feet
        if foot.planted
    }
    assert len(followed) > 30
    assert max(followed.values()) < FASTEST_KNEE, max(followed, key=lambda foot: followed[foot])
