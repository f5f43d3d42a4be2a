"""Baked layers on disk, named by a digest of everything they follow from."""

import hashlib
import os
import zlib
from functools import lru_cache
from pathlib import Path

import numpy as np

from game.view.arrays import Bytes, Floats32
from game.view.projection import Projection
from game.view.terrain.bake import Excerpt, Layer, Region
from game.view.theme import Theme

PIXEL_BYTES = 8
"""Four of colour, four of depth."""
FASTEST = 1
"""zlib's level."""
ROOM = 400_000_000
"""Bytes that the store may take; what was written first goes first."""


class LayerStore:
    """Keeps layers in a folder. Whatever the disk refuses is left out and told in `problem`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problem = ""
        self._pruned = False

    def load(self, key: str, region: Region) -> Layer | None:
        """The layer kept under a key, or None."""
        try:
            content = zlib.decompress((self.folder / key).read_bytes())
        except (OSError, zlib.error):
            return None
        pixels = region.width * region.height
        if len(content) != pixels * PIXEL_BYTES:
            return None
        picture: Bytes = np.frombuffer(content, dtype=np.uint8, count=4 * pixels)
        depth: Floats32 = np.frombuffer(content, dtype=np.float32, offset=4 * pixels)
        shape = (region.height, region.width)
        return Layer(picture.reshape(*shape, 4), depth.reshape(shape))

    def save(self, key: str, layer: Layer) -> None:
        """Keeps a layer under a key."""
        content = zlib.compress(layer.picture.tobytes() + layer.depth.tobytes(), FASTEST)
        unfinished = self.folder / f"{key}.{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(content)
            unfinished.replace(self.folder / key)
            self._prune()
        except OSError as refused:
            self.problem = f"the painted level cannot be kept in {self.folder}: {refused.strerror or refused}"

    def _prune(self) -> None:
        if not self._pruned:
            self._pruned = True
            kept = sorted(((path.stat().st_mtime, path) for path in self.folder.iterdir()), reverse=True)
            room = ROOM
            for _, path in kept:
                room -= path.stat().st_size
                if room < 0:
                    path.unlink(missing_ok=True)


def layer_key(found: Excerpt, region: Region, theme: Theme, projection: Projection) -> str:
    """A name for a region's layer that changes whenever its picture might."""
    state = hashlib.blake2b(code_version(), digest_size=16)
    state.update(repr((theme.terrain, theme.light, projection, region, found.start, found.end)).encode())
    around = found.around
    state.update(repr((around.palette, around.light, around.ground_start, around.ground_step)).encode())
    for array in (*found.shapes, around.ground_line):
        state.update(np.ascontiguousarray(array).tobytes())
    return state.hexdigest()


@lru_cache
def code_version() -> bytes:
    """A digest of the source that paints."""
    view = Path(__file__).resolve().parent.parent
    sources = sorted((*view.glob("*.py"), *view.glob("terrain/*.py"), *view.glob("cones/*.py")))
    content = b"".join(source.read_bytes() for source in sources)
    return hashlib.blake2b(content, digest_size=16).digest()
