"""Numbers and a legend."""

import pygame

from components.foot_ik import FootTraces, IKData
from components.softbody import SoftbodyParticles
from components.transform import Transform
from game.text import Rgb, Writer
from game.view.debug.flags import DebugFlags
from game.view.debug.sketch import Pen
from game.view.debug.subjects import BOX, CAPSULE, HIT, JOINT, NORMAL, SPHERE, TRACE
from game.view.pixels import alpha_surface
from game.view.source import Watched, components_of

PAPER, RIM = (18, 16, 42, 205), (150, 170, 255, 120)
HEADING, NAME, NUMBER = (255, 210, 130), (190, 196, 235), (235, 238, 255)
MARGIN, WIDTH, ROW, COLUMN, ENTRY, TEXT = 16, 320, 20, 152, 34, 19
"""Measures of the panel [px]."""
LEGEND: tuple[tuple[str, Pen], ...] = (
    ("trace", TRACE),
    ("hit", HIT),
    ("normal", NORMAL),
    ("capsule", CAPSULE),
    ("sphere", SPHERE),
    ("box", BOX),
    ("joint", JOINT),
)


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
    """Draws numbers in the upper left corner and a legend along the lower edge."""

    def __init__(self) -> None:
        self._writer = Writer()

    def draw(self, frame: pygame.Surface, rows: list[tuple[str, str]]) -> None:
        """Draws the panel and the legend."""
        frame.blit(self._paper(len(rows)), (MARGIN, MARGIN))
        self._write(frame, "DEBUG", (MARGIN + 14, MARGIN + 10), HEADING)
        for number, (name, reading) in enumerate(rows):
            y = MARGIN + 38 + number * ROW
            self._write(frame, name, (MARGIN + 14, y), NAME)
            self._write(frame, reading, (MARGIN + COLUMN, y), NUMBER)
        self._draw_legend(frame)

    def _draw_legend(self, frame: pygame.Surface) -> None:
        lines = [self._writer.line(name, TEXT, NUMBER) for name, _ in LEGEND]
        x = frame.get_width() - MARGIN - sum(line.get_width() + ENTRY for line in lines)
        y = frame.get_height() - 34
        for line, (_, pen) in zip(lines, LEGEND, strict=True):
            pygame.draw.circle(frame, (pen.red, pen.green, pen.blue), (x + 6, y + 6), 5)
            frame.blit(line, (x + 16, y))
            x += line.get_width() + ENTRY

    def _write(self, frame: pygame.Surface, text: str, place: tuple[int, int], colour: Rgb) -> None:
        frame.blit(self._writer.line(text, TEXT, colour), place)

    def _paper(self, rows: int) -> pygame.Surface:
        return self._writer.kept(rows, lambda: _new_paper(rows))


def _new_paper(rows: int) -> pygame.Surface:
    paper = alpha_surface((WIDTH, 52 + rows * ROW))
    pygame.draw.rect(paper, PAPER, paper.get_rect(), border_radius=10)
    pygame.draw.rect(paper, RIM, paper.get_rect(), 1, border_radius=10)
    return paper
