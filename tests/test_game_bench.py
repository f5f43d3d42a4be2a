"""How measurements become rows. What is measured is only looked at for its kind: times differ."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.bench.machine import machine, processor_name
from game.bench.reference import ARITHMETIC, arithmetic
from game.bench.rows import Sample, Subject, collect, rows_of
from game.bench.simulation import Questions, Ticks


def test_a_row_is_the_median_of_its_samples_over_that_of_its_yardstick() -> None:
    samples = [
        *(Sample("yardstick", 10, seconds) for seconds in (0.002, 0.9, 0.001)),
        *(Sample("work", 100, seconds) for seconds in (0.005, 0.006, 0.7)),
    ]
    yardstick, work = rows_of(samples, lambda _: "yardstick")
    assert (yardstick.name, yardstick.count, yardstick.ratio) == ("yardstick", 10, 1.0)
    assert (work.name, work.count) == ("work", 100)
    assert work.ms == pytest.approx(6.0)
    assert work.ns_per_unit == pytest.approx(60_000.0)
    assert work.ratio == pytest.approx(3.0)


def test_each_row_has_the_yardstick_it_asks_for() -> None:
    samples = [Sample("a", 1, 1.0), Sample("b", 1, 2.0), Sample("c", 1, 8.0)]
    rows = rows_of(samples, {"a": "a", "b": "a", "c": "b"}.__getitem__)
    assert [row.ratio for row in rows] == [1.0, 2.0, 4.0]


def test_subjects_take_turns_and_the_first_rounds_do_not_count() -> None:
    turns: list[str] = []

    def subject(name: str) -> Subject:
        def work() -> Iterator[Sample]:
            turns.append(name)
            yield Sample(name, 1, float(len(turns)))

        return work

    samples = collect([subject("a"), subject("b")], rounds=2, warm_up=1)
    assert turns == ["a", "b"] * 3
    assert [(sample.name, sample.seconds) for sample in samples] == [("a", 3), ("b", 4), ("a", 5), ("b", 6)]


def test_the_simulation_runs_while_it_is_measured() -> None:
    ticks = Ticks()
    questions = Questions(ticks.simulation)
    rows = rows_of(collect([arithmetic, ticks, questions], rounds=3, warm_up=0), lambda _: ARITHMETIC)
    assert ticks.simulation.tick_count == 3
    counts = {row.name: row.count for row in rows}
    assert counts["tick of stairs"] == 1
    assert counts["character move"] == 1
    assert counts["slime solve"] >= 1
    assert counts["foot IK chain"] == 1
    assert {"line trace", "state hash", "snapshot"} <= set(counts)
    assert all(row.ms > 0.0 for row in rows)


def test_the_machine_is_told() -> None:
    told = machine()
    assert told["cpu_count"]
    assert told["numba"]
    assert told["processor"]


def test_the_processor_is_read_or_asked_for(tmp_path: Path) -> None:
    cpu_info = tmp_path / "cpuinfo"
    cpu_info.write_text("processor\t: 0\nmodel name\t: Abacus 3000: fast\nmodel name\t: other\n")
    assert processor_name(cpu_info) == "Abacus 3000: fast"
    assert processor_name(tmp_path / "none")
