"""Numbers and a legend."""

import pygame

from components.foot_ik import FootTraces, IKData
from components.softbody import SoftbodyParticles
from components.transform import Transform
from game.text import Rgb, Writer
from game.view.debug.flags import VIEWS, DebugFlags
from game.view.debug.pens import (
    BONE,
    BOX,
    BUSY,
    CAPSULE,
    CELL,
    HIT,
    JOINT,
    LANDING,
    LOCK,
    MISSED,
    NORMAL,
    OVERLAP,
    POLE,
    PRESSED,
    PUSH,
    REACH,
    REFUSED,
    SLACK,
    SPHERE,
    STRETCHED,
    STRIKE,
    STRUCK,
    TRACE,
    Pen,
)
from game.view.pixels import alpha_surface
from game.view.source import Watched, components_of

PAPER, RIM = (18, 16, 42, 205), (150, 170, 255, 120)
HEADING, NAME, NUMBER = (255, 210, 130), (190, 196, 235), (235, 238, 255)
MARGIN, WIDTH, ROW, COLUMN, GAP, TEXT = 16, 320, 20, 152, 12, 19
"""Measures of the panel [px]."""
TOP = 64
"""Where it begins, below what a game shows along the upper edge [px]."""
OFF = (110, 112, 150)
"""Colour of the name of a view that is off."""
LEGENDS: dict[str, tuple[tuple[str, Pen], ...]] = {
    "feet": (
        ("trace", TRACE),
        ("hit", HIT),
        ("refused", REFUSED),
        ("missed", MISSED),
        ("planted", LOCK),
        ("landing", LANDING),
    ),
    "legs": (("bone", BONE), ("joint", JOINT), ("reach", REACH), ("knee leans", POLE)),
    "shapes": (("capsule", CAPSULE), ("sphere", SPHERE), ("box", BOX), ("overlap", OVERLAP)),
    "terrain": (("solid", BOX),),
    "cells": (("solid", CELL), ("something moves", BUSY)),
    "contacts": (("normal", NORMAL),),
    "strain": (("stretched", STRETCHED), ("pressed", PRESSED), ("at rest", SLACK)),
    "pushes": (("push", PUSH), ("strike", STRIKE), ("struck", STRUCK)),
}
"""What colours mean, by the view that uses them."""


def readings(simulation: Watched, flags: DebugFlags) -> list[tuple[str, str]]:
    """Names and numbers of the panel."""
    slimes = components_of(simulation, SoftbodyParticles)
    particles = sum(len(slime.topology.rest_positions) for slime in slimes.values())
    rays = sum(len(traces.hit) for traces in components_of(simulation, FootTraces).values())
    rows = [
        ("frame / tick", f"{flags.frame_ms:.1f} / {flags.tick_ms:.1f} ms"),
        ("entities", f"{len(components_of(simulation, Transform))}"),
        ("slimes / particles", f"{len(slimes)} / {particles}"),
        ("contacts", f"{sum(slime.contact_count for slime in slimes.values())}"),
        ("rays", f"{rays}"),
    ]
    for feet in components_of(simulation, IKData).values():
        offsets = " ".join(f"{distance:+.1f}" for distance in feet.foot_distances)
        rows.append(("pelvis / feet", f"{feet.pelvis_distance:+.1f} / {offsets} cm"))
    return rows


class Panel:
    """Draws numbers on the left and a legend on the right."""

    def __init__(self) -> None:
        self._writer = Writer()

    def draw(self, frame: pygame.Surface, rows: list[tuple[str, str]], flags: DebugFlags) -> None:
        """Draws the panel and the legend."""
        frame.blit(self._paper(len(rows)), (MARGIN, TOP))
        self._write(frame, "DEBUG", (MARGIN + 14, TOP + 10), HEADING)
        for number, (name, reading) in enumerate(rows):
            y = TOP + 38 + number * ROW
            self._write(frame, name, (MARGIN + 14, y), NAME)
            self._write(frame, reading, (MARGIN + COLUMN, y), NUMBER)
        shown = tuple(flags.shows(view) for view in VIEWS)
        legend = self._writer.kept(("legend", shown), lambda: self._new_legend(shown))
        frame.blit(legend, (frame.get_width() - legend.get_width() - MARGIN, TOP))

    def _new_legend(self, shown: tuple[bool, ...]) -> pygame.Surface:
        """Keys, names and colours of all views."""
        rows = [
            [
                self._writer.line(view.key, TEXT, HEADING),
                self._writer.line(view.name, TEXT, NUMBER if on else OFF),
                *(_swatch(self._writer, name, pen) for name, pen in LEGENDS.get(view.name, ()) if on),
            ]
            for view, on in zip(VIEWS, shown, strict=True)
        ]
        lefts = (14, 50, 126)
        ends = [sum(part.get_width() + GAP for part in row[2:]) for row in rows]
        paper = _new_paper(len(rows) - 1, max(lefts[2] + end for end in ends))
        for number, row in enumerate(rows):
            x, y = 0, 14 + number * ROW
            for column, part in enumerate(row):
                x = lefts[column] if column < len(lefts) else x
                paper.blit(part, (x, y))
                x += part.get_width() + GAP
        return paper

    def _write(self, frame: pygame.Surface, text: str, place: tuple[int, int], colour: Rgb) -> None:
        frame.blit(self._writer.line(text, TEXT, colour), place)

    def _paper(self, rows: int) -> pygame.Surface:
        return self._writer.kept(rows, lambda: _new_paper(rows))


def _swatch(writer: Writer, name: str, pen: Pen) -> pygame.Surface:
    """A colour and what it means."""
    text = writer.line(name, TEXT, NAME)
    swatch = alpha_surface((text.get_width() + 16, text.get_height()))
    pygame.draw.circle(swatch, (pen.red, pen.green, pen.blue), (5, text.get_height() // 2), 4)
    swatch.blit(text, (14, 0))
    return swatch


def _new_paper(rows: int, width: int = WIDTH) -> pygame.Surface:
    paper = alpha_surface((width, 52 + rows * ROW))
    pygame.draw.rect(paper, PAPER, paper.get_rect(), border_radius=10)
    pygame.draw.rect(paper, RIM, paper.get_rect(), 1, border_radius=10)
    return paper
