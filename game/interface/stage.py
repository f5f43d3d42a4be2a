"""Puts window, screens, levels and sound together."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from game.actions import Bindings
from game.bindings import SLIME_MEANINGS, key_hints
from game.interface.app import App
from game.interface.cards import FIRST, bundled_cards
from game.interface.flow import Flow
from game.interface.gallery import Gallery
from game.interface.overlay import Overlay
from game.interface.painter import ScreenPainter
from game.interface.preparation import Preparation
from game.loop import Watcher
from game.session import Session
from game.sound.player import SoundPlayer
from game.window import SIZE, Window

if TYPE_CHECKING:
    from game.simulation import Simulation
    from game.view import View

TITLE = "softstep"
"""What stands on the window's frame."""


def show(bindings: Bindings, *, begin: str = "") -> None:
    """Opens a window on the title, or on a level, and goes on until the player leaves.

    Raises:
        LevelError: The level to begin with has faults.
        NoDisplayError: There is no screen to open a window on.
    """
    with ExitStack() as finally_:
        window = Window(TITLE)
        finally_.callback(window.close)
        preparation = Preparation(begin or FIRST, ahead=not begin)
        finally_.callback(preparation.close)
        preparation.start()
        overlay = Overlay(key_hints(bindings), key_hints(bindings, SLIME_MEANINGS))
        sound = SoundPlayer()
        finally_.callback(sound.close)
        sessions = Sessions(bindings, [overlay, sound])
        finally_.callback(sessions.close)
        App(
            Flow(bundled_cards(), begin=begin or None),
            window,
            ScreenPainter(Gallery().picture),
            overlay,
            sessions.open,
            preparation,
            begin=begin,
            sound=sound,
        ).run()


class Sessions:
    """Opens levels, all of them in one view."""

    def __init__(self, bindings: Bindings, watchers: "Sequence[Watcher[Simulation]]") -> None:
        self._bindings, self._watchers = bindings, watchers
        self._view: View | None = None

    def open(self, source: str) -> "Session[Simulation]":
        """Starts a level and those that follow. Raises LevelError where it has faults."""
        from game.campaign import Campaign  # noqa: PLC0415 - these take long, and come after the first picture
        from game.simulation import Simulation  # noqa: PLC0415 - see above
        from game.view import View  # noqa: PLC0415 - see above

        if self._view is None:
            self._view = View(SIZE)
        campaign = Campaign(source)
        return Session[Simulation](
            campaign, self._view, self._bindings, watchers=self._watchers, is_over=campaign.is_over
        )

    def close(self) -> None:
        """Ends what the view does in the background."""
        if self._view is not None:
            self._view.close()
