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
FREE_WOBBLES = {1: 0.1980, 2: 0.1965, 3: 0.1956}
"""Frequency of the slowest wobble times the square root of the compliance [kg^-1/2], by subdivisions.

Of spheres, from the eigenvalues of their stiffness; a membrane of infinitely many springs would have one
number for all.
"""
TICK_RATE = 60.0
"""Ticks for which damping and substeps are worked out [1/s]."""
WIDEST_TURN = 0.55
"""How far an edge's spring may turn in a substep, if its ends were free: what turns further stores and gives
back energy as it likes, and is softer than it should be [rad]."""
MOST_SUBSTEPS = 64
"""Substeps beyond which a body is as soft as they leave it."""
FIFTIETH = math.log(50.0)
"""Times the damping takes to let an amplitude die down to a fiftieth."""
GRAVITY = 980.0
"""Gravity under which a body sags as its author says [cm/s²]."""
LOADS = (
    0.03, 0.06, 0.10, 0.15, 0.22, 0.33, 0.45, 0.65, 0.90, 1.30, 1.80, 2.60, 3.60, 5.20, 7.50,
)  # fmt: skip
"""Reference mass times compliance times gravity by radius [1]."""
SAGS = {
    1: (0.1142, 0.1330, 0.1398, 0.1712, 0.1886, 0.2148, 0.2304, 0.2576, 0.2938, 0.4317, 0.5325, 0.5460,
        0.5899, 0.6591, 0.7446),
    2: (0.0581, 0.0999, 0.1324, 0.1607, 0.1820, 0.2151, 0.2627, 0.3216, 0.3475, 0.3939, 0.4586, 0.5310,
        0.5916, 0.6638, 0.7398),
    3: (0.0811, 0.1056, 0.1396, 0.1651, 0.2012, 0.2384, 0.2739, 0.3165, 0.3535, 0.4104, 0.4587, 0.5256,
        0.5832, 0.6575, 0.7321),
}  # fmt: skip
"""How far spheres sag under these loads, by radius, for each number of subdivisions.

Measured. Large triangles lie flat on the ground under any load, so they do not sag as little as small ones.
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


def substeps_of(softbody: Softbody, topology: SoftbodyTopology, radius: float) -> int:
    """Steps per tick: those asked for, and more where an edge's spring would turn too far in them.

    Two particles of the mass 1 on a spring of the compliance s turn by sqrt(2 / s) in a second. What is as
    stiff as can be, without compliance, has no number that would do.
    """
    softness = softness_of(compliance_of(softbody, radius), topology)
    if softness == 0.0:
        return softbody.substeps
    needed = math.ceil(math.sqrt(2.0 / softness) / (TICK_RATE * WIDEST_TURN))
    return max(softbody.substeps, min(needed, MOST_SUBSTEPS))


def softness_of(compliance: float, topology: SoftbodyTopology) -> float:
    """Compliance of an edge between particles of the mass 1 [s²].

    With all particles of the mass m / N, compliance times 20 kg / m (so that stiffness by weight stays the
    same) times that mass leaves compliance times 20 kg / N: mass drops out.
    """
    return compliance * REFERENCE_MASS / len(topology.rest_positions)


def damping_of(softbody: Softbody, compliance: float, substeps: int) -> float:
    """Rate at which motion that is not rigid is to die away [1/s], for a body of this compliance.

    A wobble x'' + c x' + w² x = 0 has the damping ratio c / 2w and an amplitude that falls as exp(-ct/2).
    Steps of h by themselves damp it at a rate of w² h (implicit Euler), so that much less has to be added.
    """
    wobble = 2.0 * math.pi * FREE_WOBBLES[softbody.subdivisions] / math.sqrt(max(compliance, 1e-12))
    by_itself = wobble * wobble / (TICK_RATE * substeps)
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
    """One lane of a block's materials, shape [MATERIAL_ROWS]."""
    rows = np.zeros(MATERIAL_ROWS)
    compliance, substeps = compliance_of(softbody, radius), substeps_of(softbody, topology, radius)
    rows[Material.SOFTNESS] = softness_of(compliance, topology)
    rows[Material.SIZE] = radius
    rows[Material.VOLUME] = unit_volume(topology) * radius**3 * softbody.pressure
    rows[Material.VOLUME_SOFTNESS] = softness_of(softbody.volume_compliance, topology)
    rows[Material.DAMPING] = damping_of(softbody, compliance, substeps)
    rows[Material.LONGEST_MOVE] = LONGEST_VOLUME_MOVE * radius
    rows[Material.MAX_SPEED] = softbody.max_speed
    rows[Material.LOCKED] = float(softbody.lane_locked)
    rows[Material.DEPENETRATION] = softbody.depenetration_speed
    rows[Material.WEIGHT] = 1.0
    rows[Material.PLASTICITY] = softbody.plasticity
    rows[Material.YIELD] = softbody.yield_strain
    rows[Material.PLASTIC_LIMIT] = softbody.plastic_limit
    return np.minimum(rows, LARGEST)
