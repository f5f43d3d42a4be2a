"""The physics report card: what passes, what fails, and what the command makes of it."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from game.__main__ import main
from game.report import suite
from game.report.card import Bound, lines_of
from game.report.lab import Lab
from game.report.motion import free_fall


@pytest.mark.parametrize(
    ("value", "at_least", "passed"),
    [
        (1.0, False, True),
        (1.1, False, False),
        (1.0, True, True),
        (0.9, True, False),
        (math.nan, False, False),
    ],
)
def test_a_bound_is_kept_up_to_its_limit(value: float, *, at_least: bool, passed: bool) -> None:
    assert Bound("x", value, 1.0, at_least=at_least).passed is passed


def test_the_card_counts_what_passed() -> None:
    lines = lines_of([Bound("good [cm]", 0.5, 1.0), Bound("bad [cm]", 2.0, 1.0)])
    assert [line[:4] for line in lines] == ["pass", "FAIL", "1 of"]
    assert lines[-1] == "1 of 2 bounds kept"


def test_the_lab_measures_what_is_known() -> None:
    lab = Lab((0.0, 0.0, 500.0), gravity=0.0)
    lab.throw((0.0, 0.0, 7.0))
    assert lab.momentum() == pytest.approx((0.0, 0.0, 140.0))
    assert lab.spin() == pytest.approx((0.0, 0.0, 0.0), abs=1e-2)
    assert lab.energy() == pytest.approx(0.5 * 20.0 * 49.0, rel=1e-3)
    assert lab.volume() == pytest.approx(1.0, abs=1e-5)
    lab.reshape(lab.x() * np.array((1.0, 1.0, 0.5)))
    assert lab.volume() == pytest.approx(0.5, abs=1e-5)


def test_free_fall_keeps_its_bounds() -> None:
    assert all(bound.passed for bound in free_fall())


@pytest.mark.parametrize(("value", "code"), [(0.0, 0), (9.0, 1)])
def test_the_command_fails_with_a_bound(
    value: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check() -> Iterator[Bound]:
        yield Bound("made up", value, 1.0)

    def slow_check() -> Iterator[Bound]:
        yield Bound("takes long", value, 1.0)

    monkeypatch.setattr(suite, "CHECKS", (check,))
    monkeypatch.setattr(suite, "SLOW_CHECKS", (slow_check,))
    assert main(["report"]) == code
    told = capsys.readouterr().out
    assert "made up" in told
    assert "takes long" not in told
    assert main(["report", "--slow"]) == code
    assert "takes long" in capsys.readouterr().out


def test_every_bound_is_kept() -> None:
    assert [bound.name for bound in suite.measure() if not bound.passed] == []
