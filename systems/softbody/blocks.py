"""The blocks of some bodies with the tables of their meshes, as kernels are handed them in one piece."""

from typing import NamedTuple

from systems.softbody.lanes import Lanes
from systems.softbody.tables import Meshes


class Blocks(NamedTuple):
    """All that is known of the particles of some pools."""

    lanes: Lanes
    meshes: Meshes
