"""What a soft body is made of, from how an author says it to what the solver takes."""

import numpy as np

from components.arrays import Floats
from components.softbody import Softbody, SoftbodyTopology
from systems.softbody.lanes import MATERIAL_ROWS, Material
from systems.softbody.tables import unit_volume

REFERENCE_MASS = 20.0
"""Mass of a body whose edges have the compliance they are given [kg]; others scale it."""
LONGEST_VOLUME_MOVE = 0.1
"""How far the volume may move a particle in a substep [radii]."""
LARGEST = 1e37
"""Largest number that goes into float32 arithmetic."""


def material_rows(softbody: Softbody, topology: SoftbodyTopology, radius: float) -> Floats:
    """One lane of a block's materials, shape [MATERIAL_ROWS].

    With all particles of the mass m / N, compliance times 20 kg / m (so that stiffness by weight stays the
    same) times that mass leaves compliance times 20 kg / N: mass drops out.
    """
    rows = np.zeros(MATERIAL_ROWS)
    scale = REFERENCE_MASS / len(topology.rest_positions)
    rows[Material.SOFTNESS] = softbody.compliance * scale
    rows[Material.SIZE] = radius
    rows[Material.VOLUME] = unit_volume(topology) * radius**3 * softbody.pressure
    rows[Material.VOLUME_SOFTNESS] = softbody.volume_compliance * scale
    rows[Material.DAMPING] = softbody.damping
    rows[Material.LONGEST_MOVE] = LONGEST_VOLUME_MOVE * radius
    rows[Material.MAX_SPEED] = softbody.max_speed
    rows[Material.LOCKED] = float(softbody.lane_locked)
    rows[Material.DEPENETRATION] = softbody.depenetration_speed
    rows[Material.WEIGHT] = 1.0
    return np.minimum(rows, LARGEST)
