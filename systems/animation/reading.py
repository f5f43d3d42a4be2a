"""What animation reads of the characters' other components, gathered into arrays."""

from typing import Any, NamedTuple

import esper
import numpy as np

from components.arrays import Integers
from components.attack import AttackState, MeleeAttack
from components.character import CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.pose_pool import PosePool
from components.transform import Transform, Velocity
from systems.animation.motion import Readings

NO_STRIKE = -1.0
"""Time of a strike that is not."""


class Found(NamedTuple):
    """Components of one kind, and the rows of the characters that have them."""

    rows: Integers | slice
    components: list[Any]


class Reader:
    """Reads the characters of a pool until components come or go.

    Args:
        pool: The characters; sizes and grounds are written there, for feet to read.
    """

    def __init__(self, pool: PosePool) -> None:
        count = len(pool.entities)
        self._transforms, self._capsules = _find(pool, Transform), _find(pool, CapsuleCollider)
        self._states, self._grounds = _find(pool, CharacterState), _find(pool, GroundContact)
        self._velocities = _find(pool, Velocity)
        self._attacks, self._strikes = _find_both(pool, MeleeAttack, AttackState)
        headed, on_ground = np.zeros((2, count), dtype=np.bool_)
        headed[self._states.rows] = on_ground[self._grounds.rows] = True
        self._unheaded = np.flatnonzero(~headed).tolist()
        self.readings = Readings(
            positions=np.zeros((count, 3)),
            rotations=np.tile((0.0, 0.0, 0.0, 1.0), (count, 1)),
            scales=pool.scales,
            half_heights=pool.half_heights,
            headed=headed,
            walking=headed & on_ground,
            states=np.zeros((5, count)),
            grounded=pool.grounded,
            slopes=np.ones(count),
            ground_rise_speeds=pool.ground_rise_speeds,
            velocities=np.zeros((count, 3)),
            strikes=np.full((4, count), NO_STRIKE),
        )
        """What was read last."""
        pool.half_heights[:], pool.grounded[:], pool.ground_rise_speeds[:] = np.nan, True, 0.0

    def read(self) -> Readings:
        """Reads all that may have changed since the last tick."""
        self._read_places()
        self._read_states()
        self._read_grounds()
        self._read_strikes()
        return self.readings

    def _read_places(self) -> None:
        own, transforms = self.readings, self._transforms.components
        own.positions[:] = np.concatenate([each.position for each in transforms]).reshape(-1, 3)
        own.scales[:] = [each.scale for each in transforms]
        for row in self._unheaded:
            own.rotations[row] = transforms[row].rotation
        rows, capsules = self._capsules
        if capsules:
            own.half_heights[rows] = [each.half_height for each in capsules]

    def _read_states(self) -> None:
        rows, states = self._states
        if states:
            self.readings.states[:, rows] = (
                [each.yaw for each in states],
                [each.travelled for each in states],
                [each.time_since_ground for each in states],
                [each.time_on_ground for each in states],
                [each.landing_speed for each in states],
            )
        rows, velocities = self._velocities
        if velocities:
            linear = np.concatenate([each.linear for each in velocities])
            self.readings.velocities[rows] = linear.reshape(-1, 3)

    def _read_grounds(self) -> None:
        own, (rows, grounds) = self.readings, self._grounds
        if grounds:
            own.grounded[rows] = [each.grounded for each in grounds]
            own.slopes[rows] = np.concatenate([each.normal for each in grounds])[2::3]
            own.ground_rise_speeds[rows] = np.concatenate([each.velocity for each in grounds])[2::3]

    def _read_strikes(self) -> None:
        (rows, strikes), attacks = self._strikes, self._attacks.components
        if strikes:
            self.readings.strikes[:, rows] = (
                [each.time for each in strikes],
                [each.wind_up for each in attacks],
                [each.active for each in attacks],
                [each.recovery for each in attacks],
            )


def _find(pool: PosePool, kind: type) -> Found:
    (found,) = _find_all(pool, kind)
    return found


def _find_both(pool: PosePool, first: type, second: type) -> tuple[Found, Found]:
    """Components of two kinds, of the characters that have both."""
    one, other = _find_all(pool, first, second)
    return one, other


def _find_all(pool: PosePool, *kinds: type) -> list[Found]:
    having: list[dict[int, Any]] = [dict(esper.get_component(kind)) for kind in kinds]
    entities = pool.entities.tolist()
    rows = [row for row, entity in enumerate(entities) if all(entity in some for some in having)]
    places = slice(None) if len(rows) == len(entities) else np.array(rows, dtype=np.int64)
    return [Found(places, [some[entities[row]] for row in rows]) for some in having]
