"""Painting in the background: one thread, one region at a time, the most wanted first."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, NamedTuple, TypeVar

from game.view.notices import note
from game.view.projection import Projection
from game.view.terrain.bake import Excerpt, Layer, Region, paint
from game.view.terrain.store import LayerStore, layer_key
from game.view.theme import Theme

Name = TypeVar("Name")
"""What an order is known by."""


class Order(NamedTuple):
    """A region that is wanted."""

    found: Excerpt
    region: Region
    theme: Theme
    projection: Projection


class Painter(Generic[Name]):
    """Paints regions, or finds them on disk. It is asked again each frame and holds no queue of its own."""

    def __init__(self, store: LayerStore) -> None:
        self._store = store
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="softstep-paint")
        self._wanted: Name | None = None
        self._result: Future[Layer] | None = None

    @property
    def idle(self) -> bool:
        """Whether a new order would be taken."""
        return self._result is None

    def begin(self, name: Name, order: Order) -> None:
        """Starts on an order in the background; `collect` will give its name."""
        self._wanted, self._result = name, self._pool.submit(self.paint, order)

    def collect(self, *, wait: bool = False) -> tuple[Name, Layer] | None:
        """What was finished, if anything was; with wait, after what is under way."""
        if self._result is None or self._wanted is None or not (wait or self._result.done()):
            return None
        layer, self._result = self._result.result(), None
        self._complain()
        return self._wanted, layer

    def paint(self, order: Order) -> Layer:
        """Paints a region here and now, or takes it from disk."""
        key = layer_key(*order)
        layer = self._store.load(key, order.region)
        if layer is None:
            layer = paint(*order)
            self._store.save(key, layer)
        return layer

    def paint_now(self, order: Order) -> Layer:
        """The same, for the thread that draws."""
        layer = self.paint(order)
        self._complain()
        return layer

    def close(self) -> None:
        """Ends the thread after what it is at, without waiting for it."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _complain(self) -> None:
        if self._store.problem:
            note(self._store.problem)
