"""What the debug overlay shows, and on which keys."""

from dataclasses import dataclass
from typing import NamedTuple

import pygame


class DebugView(NamedTuple):
    """One view of the overlay."""

    name: str
    """What the legend calls it."""
    key: str
    """What stands on its key."""
    code: int
    """Its key as pygame numbers it."""
    flags: tuple[str, ...]
    """Fields of DebugFlags that go on and off with it."""


VIEWS: tuple[DebugView, ...] = (
    DebugView("feet", "F2", pygame.K_F2, ("traces", "locks")),
    DebugView("legs", "F3", pygame.K_F3, ("skeleton", "reach")),
    DebugView("shapes", "F4", pygame.K_F4, ("colliders", "overlaps")),
    DebugView("terrain", "F5", pygame.K_F5, ("terrain",)),
    DebugView("cells", "F6", pygame.K_F6, ("cells",)),
    DebugView("contacts", "F7", pygame.K_F7, ("contacts",)),
    DebugView("strain", "F8", pygame.K_F8, ("mesh",)),
    DebugView("pushes", "F9", pygame.K_F9, ("impulses", "attacks")),
    DebugView("panel", "F10", pygame.K_F10, ("panel",)),
)
"""One view a system. F1 shows and hides the whole overlay."""


@dataclass(slots=True)
class DebugFlags:
    """What the debug overlay shows, and what it is told from outside."""

    enabled: bool = False
    """Whether it is shown at all. Traces that ask for it (FootIK.debug_draw) are shown in any case."""
    traces: bool = True
    """Rays that look for ground, and what they came to."""
    locks: bool = True
    """Planted feet, and where feet will come down."""
    skeleton: bool = True
    """Bones and joints."""
    reach: bool = True
    """How far legs reach, and where their knees lean."""
    colliders: bool = True
    """Capsules, spheres and boxes."""
    overlaps: bool = True
    """Pairs that overlap."""
    terrain: bool = True
    """Outlines of solids near the camera."""
    cells: bool = True
    """Cells of the broad phase that hold something solid, and those that something moves in."""
    contacts: bool = True
    """Where slimes touch something, with normals."""
    mesh: bool = True
    """Edges of the slimes nearest to the middle of the picture, by their strain."""
    impulses: bool = True
    """Pushes and hits of the last moments."""
    attacks: bool = True
    """What strikes sweep over."""
    panel: bool = True
    """Numbers and a legend."""
    frame_ms: float = 0.0
    """What a frame costs [ms], told from outside."""
    tick_ms: float = 0.0
    """What a tick costs [ms], told from outside."""

    def shows(self, view: DebugView) -> bool:
        """Whether a view is on."""
        return any(getattr(self, flag) for flag in view.flags)

    def toggle(self, view: DebugView) -> None:
        """Shows or hides a view. A hidden overlay comes to show it alone."""
        if self.enabled:
            self._set(view, on=not self.shows(view))
            return
        self.enabled = True
        for other in VIEWS:
            self._set(other, on=other in {view, VIEWS[-1]})

    def press(self, code: int) -> bool:
        """Does what a key stands for, as pygame numbers it; returns whether it stands for anything."""
        for view in VIEWS:
            if view.code == code:
                self.toggle(view)
                return True
        return False

    def _set(self, view: DebugView, *, on: bool) -> None:
        for flag in view.flags:
            setattr(self, flag, on)
