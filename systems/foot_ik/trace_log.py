"""Traces that stay to be seen for as long as `FootIK.debug_draw` says."""

from collections.abc import Iterable

import numpy as np

from components.foot_ik import DebugDraw, FootIK, TraceMark
from systems.foot_ik.crowd import Member

LONGEST_LOG = 300
"""Traces that a log keeps at most."""


def shown(members: Iterable[Member]) -> list[Member]:
    """Characters whose traces are kept to be seen; the logs of the others are emptied."""
    kept = []
    for member in members:
        if member.log is not None and member.foot_ik.debug_draw is DebugDraw.NONE:
            member.log.marks = []
        elif member.log is not None:
            kept.append(member)
    return kept


def aged(marks: Iterable[TraceMark], dt: float, longest: float) -> list[TraceMark]:
    """Marks a tick older, without those that are past their time [s]."""
    kept = []
    for mark in marks:
        mark.age += dt
        if mark.age < longest:
            kept.append(mark)
    return kept


def lifetime(foot_ik: FootIK) -> float:
    """How long a trace stays in the log [s]."""
    if foot_ik.debug_draw is DebugDraw.DURATION:
        return foot_ik.debug_duration
    return np.inf if foot_ik.debug_draw is DebugDraw.PERSISTENT else 0.0


def remember(member: Member, dt: float) -> None:
    """Adds the traces of this tick to a character's log, and drops those that are past their time."""
    log, traces = member.log, member.traces
    if log is None:
        return
    log.marks = aged(log.marks, dt, lifetime(member.foot_ik))
    for row, hit in enumerate(traces.hit.tolist()):
        end = traces.start[row].copy() if hit else traces.end[row].copy()
        end[2] = traces.point[row, 2] if hit else end[2]
        log.marks.append(TraceMark(traces.start[row].copy(), end, hit))
    del log.marks[:-LONGEST_LOG]
