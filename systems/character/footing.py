"""Standing on soft bodies, and being pushed by them."""

import math

import esper
import numpy as np

from components.arrays import Floats
from components.character import CharacterIntent, CharacterMotor, CharacterState, GroundContact
from components.collider import CapsuleCollider
from components.events import Landed
from components.softbody import SoftbodyParticles, SoftbodyPools
from components.transform import Transform, Velocity
from components.world import Events, LevelInfo
from systems.character.fall import SHORTEST_FLIGHT
from systems.character.ground import leave_ground
from systems.query import entities_with, resource
from systems.softbody.edit import centroid, push
from systems.softbody.reaction import Touch

REACH = 1.0
"""Gap to a soft body over which a character that stood on it still does [cm]."""
CRUSHED = 0.3
"""Share of a body's radius below which it cannot be flattened under a character [1]."""
NEAR = 10.0
"""Gap to a body from which on it is looked whether it is being crushed [cm]."""
CORE = 0.7
"""Share of a body's radius from its middle within which a character above can crush it [1]."""
RECOVERY = 8.0
"""Rate at which a character comes back to there from below [1/s]."""
RISE = 100.0
"""Fastest it does so [cm/s]."""
GROUND_RISE = 0.5
"""Least Z of the normal of a contact by which a body stands on something [1]."""
SOLE_FRICTION = 0.8
"""Coulomb friction coefficient of soles on firm ground [1]."""
PARTING = 50.0
"""Speed away from a soft body at which a character leaves it [cm/s]."""


def holding(touches: Floats, walkable_rise: float) -> Floats | None:
    """The row of the body that holds a character up most, if any; columns of `Touch`.

    Args:
        touches: What bodies did to the character, shape [touch_count, TOUCH_COLUMNS].
        walkable_rise: Least Z of the unit normal of what holds [1].
    """
    best: Floats | None = None
    for touch in touches:
        is_stronger = best is None or touch[Touch.LOAD] > best[Touch.LOAD]
        if is_stronger and touch[Touch.LOAD] > 0.0 and normal_of(touch)[2] >= walkable_rise:
            best = touch
    return best


def nearest(touches: Floats) -> Floats | None:
    """The row of the body right below a character, if any."""
    below = touches[touches[:, Touch.GAP] <= REACH]
    return below[np.argmin(below[:, Touch.GAP])] if len(below) else None


def normal_of(touch: Floats) -> Floats:
    """Unit normal of a body where it holds a character, shape [3]."""
    x, y, z = (-touch[Touch.NORMAL : Touch.NORMAL + 3]).tolist()
    length = math.sqrt(x * x + y * y + z * z)
    return np.array((x, y, z)) / length if length > 0.0 else np.array((0.0, 0.0, 1.0))


def parting_speed(touch: Floats, velocity: Floats) -> float:
    """Upward speed against a body with which a character came to the end of the tick [cm/s].

    Args:
        touch: Columns of `Touch`.
        velocity: Velocity that it goes on with [cm/s], shape [3].
    """
    return float(velocity[2] - touch[Touch.CHANGE + 2] - touch[Touch.VELOCITY + 2])


def braced_speed(speed: float, direction: float, grip: float) -> float:
    """Speed along firm ground of a character who walks in a direction, after its soles have held.

    They hold against being pushed back. So who leans into a slime that cannot give way comes to rest there,
    and is not thrown back and forth by its spring.

    Args:
        speed: After all pushes [cm/s].
        direction: Which way it means to walk, -1, 0 or 1.
        grip: Most that soles can take in a tick [cm/s].
    """
    return math.copysign(max(abs(speed) - grip, 0.0), speed) if speed * direction < 0.0 else speed


class Footing(esper.Processor):
    """Gives characters the velocity that soft bodies push into them, and lets them stand on what holds them.

    Terrain comes first: a character that stands on it stays there.
    """

    def process(self, dt: float) -> None:
        """Runs once a tick, after soft bodies have moved."""
        found = esper.get_component(SoftbodyPools)
        table = found[0][1].touches if found else np.zeros((0, 20))
        for entity, (motor, state, ground, velocity) in entities_with(
            CharacterMotor, CharacterState, GroundContact, Velocity
        ):
            touches = table[table[:, Touch.SOLID] == entity] if len(table) else table
            fall_speed = -float(velocity.linear[2])
            if len(touches):
                velocity.linear += touches[0, Touch.CHANGE : Touch.CHANGE + 3]
            if ground.grounded and ground.solid >= 0:
                if len(touches):
                    _brace(entity, velocity, dt)
                continue
            touch = None if state.jumping else _support(entity, touches, motor, ground, velocity, dt)
            if touch is not None:
                _stand(entity, touch, state, ground, fall_speed)
            elif ground.grounded:
                leave_ground(ground)
                state.coyote_wait = motor.coyote_time
        if found:
            found[0][1].touches = table[:0]


def grip_of(dt: float) -> float:
    """Most speed that soles on firm ground can take in a tick [cm/s]: Coulomb's friction, m u g dt / m."""
    x, y, z = resource(LevelInfo).gravity.tolist()
    return SOLE_FRICTION * math.sqrt(x * x + y * y + z * z) * dt


def cushion_speed(thickness: float, radius: float, gravity: float, dt: float) -> float:
    """Least upward speed of a character on a body of which so little is left below it [cm/s].

    It stops a fall where CRUSHED is reached, as of a membrane that is pressed flat, and comes back to it.

    Args:
        thickness: From the body's lowest particle to the character's feet [cm].
        radius: Of the body at rest [cm].
        gravity: Acceleration along Z [cm/s²].
        dt: Length of the tick [s].
    """
    missing = CRUSHED * radius - thickness
    return min(missing * RECOVERY if missing > 0.0 else missing / dt, RISE) - gravity * dt


def _brace(entity: int, velocity: Velocity, dt: float) -> None:
    intent = esper.try_component(entity, CharacterIntent)
    if intent is not None:
        velocity.linear[0] = braced_speed(float(velocity.linear[0]), intent.direction, grip_of(dt))


def _support(
    entity: int, touches: Floats, motor: CharacterMotor, ground: GroundContact, velocity: Velocity, dt: float
) -> Floats | None:
    """The row of the body that a character stands on from now on, if any."""
    for row in range(len(touches)):
        pressed: Floats = touches[row]
        if pressed[Touch.GAP] < NEAR and _cushion(entity, int(pressed[Touch.BODY]), motor, velocity, dt):
            return pressed
    touch = holding(touches, math.cos(math.radians(motor.walkable_angle)) - 1e-9)
    if touch is None and ground.grounded:
        touch = nearest(touches)
    return touch if touch is not None and parting_speed(touch, velocity.linear) < PARTING else None


def _cushion(entity: int, crushed: int, motor: CharacterMotor, velocity: Velocity, dt: float) -> bool:
    """Holds a character up by the ground below the body it crushes, or else by that body's inertia.

    Returns whether it had to.
    """
    body = esper.component_for_entity(crushed, SoftbodyParticles)
    capsule = esper.component_for_entity(entity, CapsuleCollider)
    transform = esper.component_for_entity(entity, Transform)
    places, middle = body.positions_ws, centroid(body)
    if abs(float(transform.position[0] - middle[0])) > CORE * body.radius:
        return False
    feet = float(transform.position[2]) - max(capsule.half_height, capsule.radius) * transform.scale
    gravity = float(resource(LevelInfo).gravity[2])
    gain = cushion_speed(feet - float(places[:, 2].min()), body.radius, gravity, dt)
    gain -= float(velocity.linear[2])
    if gain <= 0.0:
        return False
    velocity.linear[2] += gain
    if not ((body.contact_normals[:, 2] > GROUND_RISE) & (body.contact_entities == 0)).any():
        push(body, impulse=np.array((0.0, 0.0, -gain * motor.mass)))
    return True


def _stand(
    entity: int, touch: Floats, state: CharacterState, ground: GroundContact, fall_speed: float
) -> None:
    if touch[Touch.LOAD] > 0.0:
        ground.velocity[:] = touch[Touch.VELOCITY : Touch.VELOCITY + 3]
        ground.point[:] = touch[Touch.POINT : Touch.POINT + 3] / touch[Touch.LOAD]
        ground.normal[:] = normal_of(touch)
    if not ground.grounded and state.time_since_ground >= SHORTEST_FLIGHT:
        state.landing_speed = fall_speed
        resource(Events).items.append(Landed(entity, fall_speed, ground.point.copy()))
    ground.grounded, ground.platform, ground.solid = True, -1, -1
    ground.entity = int(touch[Touch.BODY])
