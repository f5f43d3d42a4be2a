"""Why a foot is where it is, and whether that is good enough."""

import json
from pathlib import Path

import numpy as np
import pytest
from heroes import LIBRARY, data_of, foot_ik, hold_hero, pose_ticks
from scenes import box, build_world

from components.foot_ik import Profile, Verdict
from game.__main__ import main
from game.feet.judge import budget, excesses, told, travel_ratio
from game.feet.measure import BodyReport, FootReport
from systems.foot_ik.explain import explain

STAIRS = {
    "name": "Flight",
    "bounds": {"x": [-1000, 2000], "z": [-600, 1200]},
    "terrain": [
        {"shape": "box", "x": [-1000, 0], "z": [-200, 0]},
        {"shape": "stairs", "start": [0, 0], "count": 20, "run": 28, "rise": 18, "base": -200},
        {"shape": "box", "x": [560, 1900], "z": [-200, 360]},
    ],
}
BUDGETS = ["slide=0.01", "sink=0.5", "hover=0.5", "pop=5.67", "travel=1.1"]


@pytest.mark.usefixtures("world")
def test_everything_about_a_foot_is_told() -> None:
    left = box(-100, 100, -90, 20, depth=(0.0, 150.0))
    build_world([left, box(-100, 100, -90, 0, depth=(-150.0, 0.0))], library=LIBRARY)
    hero = hold_hero(0, 20)
    pose_ticks(60)
    left_foot, right_foot = explain(hero, "foot_l"), explain(hero, "foot_r")
    assert left_foot.verdict is right_foot.verdict is Verdict.HIT
    assert (left_foot.raw, right_foot.raw) == pytest.approx((0, -20), abs=1e-9)
    assert left_foot.smoothed == pytest.approx(0, abs=1e-9)
    assert left_foot.profile is Profile.SOFTSTEP
    assert right_foot.pelvis == data_of(hero).pelvis_distance
    assert right_foot.pelvis + right_foot.offset == pytest.approx(-20, abs=1e-4)
    assert left_foot.rate == pytest.approx(19.9887, abs=1e-4)
    assert left_foot.locked
    assert left_foot.reached
    assert 0.7 < left_foot.reach < right_foot.reach < 1
    assert "verdict          hit" in str(left_foot)
    assert "locked           yes" in str(left_foot)


@pytest.mark.usefixtures("world")
def test_a_foot_without_ground_says_so_and_what_is_none_is_refused() -> None:
    build_world([box(-100, 100, -90, 0, depth=(0.0, 150.0))], library=LIBRARY)
    hero = hold_hero(settings=foot_ik())
    with pytest.raises(ValueError, match="been through a tick"):
        explain(hero, "foot_r")
    pose_ticks(60)
    told_of = explain(hero, "foot_r")
    assert told_of.verdict is Verdict.MISSED
    assert np.isnan(told_of.raw)
    assert told_of.rotation_weight == pytest.approx(0, abs=1e-6)
    with pytest.raises(ValueError, match="no foot 'hand_l'"):
        explain(hero, "hand_l")


def flight(tmp_path: Path, start: list[float], hold: str) -> list[str]:
    """A level of stairs and a script, as arguments of `run`."""
    hero = {"name": "hero", "prefab": "hero", "components": {"Transform": {"position": start}}}
    level, actions = tmp_path / "flight.json", tmp_path / "actions.json"
    level.write_text(json.dumps(STAIRS | {"entities": [hero]}))
    actions.write_text(json.dumps([{"tick": 30, "hold": [hold]}]))
    return ["run", str(level), "--actions", str(actions), "--ticks", "330", "--feet"]


@pytest.mark.parametrize(("start", "hold"), [([-60, 0, 88], "right"), ([620, 0, 448], "left")])
def test_a_flight_of_stairs_keeps_its_budgets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], start: list[float], hold: str
) -> None:
    """Stairs of 18 x 28 at 150 cm/s, up and down: the bounds of this project."""
    assert main([*flight(tmp_path, start, hold), *BUDGETS]) == 0, capsys.readouterr().err
    assert "hero foot_l" in capsys.readouterr().out


def test_the_demos_own_walk_keeps_its_budgets(capsys: pytest.CaptureFixture[str]) -> None:
    """Running, jumping, landing on stairs, slopes of 20 and 35 degrees, a gap and a ferry."""
    run = ["run", "stairs", "--actions", "stairs-walk", "--ticks", "900", "--feet"]
    assert main([*run, *BUDGETS]) == 0, capsys.readouterr().err


def test_over_a_budget_it_says_what_and_how_far(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*flight(tmp_path, [-60, 0, 88], "right"), "knee=1"]) == 1
    told_of = capsys.readouterr().err
    assert "over budget: hero foot_l: knee" in told_of
    assert "is over 1" in told_of


def test_it_goes_with_all_else_that_a_run_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, saved = [*flight(tmp_path, [-60, 0, 88], "right")[:-1], "--json"], tmp_path / "walk.json"
    assert main(plain) == 0
    unwatched = json.loads(capsys.readouterr().out)
    assert main([*plain, "--save", str(saved), "--feet", "knee=1"]) == 1
    watched = json.loads(capsys.readouterr().out)
    assert watched["state_hash"] == unwatched["state_hash"]
    (hero,) = watched["feet"]
    assert [foot["foot"] for foot in hero["feet"]] == ["foot_l", "foot_r"]
    assert hero["travel"] <= 1.1
    assert main(["replay", str(saved)]) == 0


def test_a_level_without_feet_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "slime-hero", "--feet"]) == 1
    assert capsys.readouterr().err == "nobody in slime-hero has feet\n"


def test_a_budget_for_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", "stairs", "--feet", "grace=1"])
    assert "expected a budget such as slide=0.01" in capsys.readouterr().err
    assert budget("hover=0.5") == ("hover", 0.5)


def test_reports_are_told_and_judged() -> None:
    body = BodyReport("hero", 110.0, 100.0, [FootReport("hero", "foot_l", planted=3, slide=0.5)])
    assert travel_ratio(body) == pytest.approx(1.1)
    assert len(list(told([body]))) == 3
    assert list(excesses([body], {"slide": 0.4, "travel": 1.2})) == [
        "hero foot_l: slide 0.500 cm is over 0.4"
    ]
    assert not list(excesses([BodyReport("flat", 3.0, 0.0)], {"travel": 1.0}))
