"""What a soft body is made of, from how an author says it to what the solver takes.

An author may give compliance and damping as the solver takes them, or a frequency and a damping ratio, or
how the body is to feel: how far it sags, how fast it wobbles, how soon it settles. A mesh of springs of one
compliance is a membrane, whose stiffness does not depend on how finely it is cut, and whose slowest wobble
has a frequency that depends on stiffness by mass alone, not on size; so one number holds for all bodies.
"""

import math

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
FREE_WOBBLES = {1: 0.1977, 2: 0.195, 3: 0.203}
"""Frequency of the slowest wobble times the square root of the compliance [kg^-1/2], by subdivisions.

Measured on spheres; a membrane of infinitely many springs would have one number for all.
"""
TICK_RATE = 60.0
"""Ticks for which damping is worked out [1/s]."""
FIFTIETH = math.log(50.0)
"""Times the damping takes to let an amplitude die down to a fiftieth."""
GRAVITY = 980.0
"""Gravity under which a body sags as its author says [cm/s²]."""
LOADS = (
    0.03, 0.06, 0.10, 0.15, 0.22, 0.33, 0.45, 0.65, 0.90, 1.30, 1.80, 2.60, 3.60, 5.20, 7.50,
)  # fmt: skip
"""Reference mass times compliance times gravity by radius [1]."""
SAGS = {
    1: (0.1175, 0.1289, 0.1446, 0.1655, 0.1897, 0.2151, 0.2308, 0.2580, 0.2942, 0.4354, 0.5303, 0.5461,
        0.5900, 0.6592, 0.7450),
    2: (0.0590, 0.1017, 0.1270, 0.1610, 0.1824, 0.2156, 0.2644, 0.3212, 0.3468, 0.3922, 0.4570, 0.5292,
        0.5892, 0.6619, 0.7375),
    3: (0.1289, 0.1456, 0.1632, 0.1932, 0.2191, 0.2482, 0.2821, 0.3223, 0.3612, 0.4153, 0.4627, 0.5294,
        0.5856, 0.6592, 0.7333),
}  # fmt: skip
"""How far spheres sag under these loads, by radius, for each number of subdivisions.

Measured in eight substeps. Large triangles lie flat on the ground under any load, and small ones do not keep
as stiff as they are in so few steps, so neither sags as little as what is between them.
"""


def compliance_of(softbody: Softbody, radius: float) -> float:
    """Compliance of an edge [s²/kg] that gives a body of this radius [cm] what its author asks for."""
    if softbody.sag > 0.0:
        sags = SAGS[softbody.subdivisions]
        load = math.exp(float(np.interp(softbody.sag / radius, sags, np.log(LOADS))))
        return load * radius / (REFERENCE_MASS * GRAVITY)
    if softbody.wobble > 0.0:
        return (FREE_WOBBLES[softbody.subdivisions] / undamped(softbody.wobble, softbody)) ** 2
    if softbody.frequency > 0.0:
        return (FREE_WOBBLES[softbody.subdivisions] / softbody.frequency) ** 2
    return softbody.compliance


def damping_of(softbody: Softbody, compliance: float) -> float:
    """Rate at which motion that is not rigid is to die away [1/s], for a body of this compliance.

    A wobble x'' + c x' + w² x = 0 has the damping ratio c / 2w and an amplitude that falls as exp(-ct/2).
    Steps of h by themselves damp it at a rate of w² h (implicit Euler), so that much less has to be added.
    """
    wobble = 2.0 * math.pi * FREE_WOBBLES[softbody.subdivisions] / math.sqrt(max(compliance, 1e-12))
    by_itself = wobble * wobble / (TICK_RATE * softbody.substeps)
    if softbody.settle > 0.0:
        return max(2.0 * FIFTIETH / softbody.settle - by_itself, 0.0)
    if softbody.damping_ratio > 0.0:
        return max(2.0 * softbody.damping_ratio * wobble - by_itself, 0.0)
    return softbody.damping


def undamped(wobble: float, softbody: Softbody) -> float:
    """Frequency without damping [Hz] of a wobble that is seen so often [Hz] with it.

    The damped one is w sqrt(1 - ratio²), and with a rate c instead of a ratio sqrt(w² - c²/4).
    """
    if softbody.settle <= 0.0 and softbody.damping_ratio > 0.0:
        return wobble / math.sqrt(max(1.0 - softbody.damping_ratio**2, 0.01))
    rate = 2.0 * FIFTIETH / softbody.settle if softbody.settle > 0.0 else softbody.damping
    return math.sqrt(wobble**2 + (rate / (4.0 * math.pi)) ** 2)


def material_rows(softbody: Softbody, topology: SoftbodyTopology, radius: float) -> Floats:
    """One lane of a block's materials, shape [MATERIAL_ROWS].

    With all particles of the mass m / N, compliance times 20 kg / m (so that stiffness by weight stays the
    same) times that mass leaves compliance times 20 kg / N: mass drops out.
    """
    rows = np.zeros(MATERIAL_ROWS)
    scale = REFERENCE_MASS / len(topology.rest_positions)
    compliance = compliance_of(softbody, radius)
    rows[Material.SOFTNESS] = compliance * scale
    rows[Material.SIZE] = radius
    rows[Material.VOLUME] = unit_volume(topology) * radius**3 * softbody.pressure
    rows[Material.VOLUME_SOFTNESS] = softbody.volume_compliance * scale
    rows[Material.DAMPING] = damping_of(softbody, compliance)
    rows[Material.LONGEST_MOVE] = LONGEST_VOLUME_MOVE * radius
    rows[Material.MAX_SPEED] = softbody.max_speed
    rows[Material.LOCKED] = float(softbody.lane_locked)
    rows[Material.DEPENETRATION] = softbody.depenetration_speed
    rows[Material.WEIGHT] = 1.0
    rows[Material.PLASTICITY] = softbody.plasticity
    rows[Material.YIELD] = softbody.yield_strain
    rows[Material.PLASTIC_LIMIT] = softbody.plastic_limit
    return np.minimum(rows, LARGEST)
