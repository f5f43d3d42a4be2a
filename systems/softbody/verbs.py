"""What slimes do by themselves: roll, squash and jump, grip, slide, grow heavy, inflate."""

from collections.abc import Mapping

import esper
import numpy as np

from components.arrays import Floats
from components.slime import SlimeContact, SlimeForm, SlimeIntent, SlimeVerbs
from components.softbody import Softbody, SoftbodyParticles
from components.world import Actions
from systems.query import entities_with, resource
from systems.softbody.edit import centroid, mean_velocity, push, write_velocities

PRESS = 4200.0
"""How hard a slime that squashes itself presses its top down [cm/s²]."""
IN_THE_AIR = 1.0 / 3.0
"""Share of its acceleration that a slime has in the air [1]."""


def companions(components: Mapping[type, object]) -> list[object]:
    """What a slime with verbs needs besides."""
    body = components.get(Softbody)
    found = body if isinstance(body, Softbody) else Softbody()
    return [SlimeIntent(), SlimeForm(found.friction, found.mass, found.pressure)]


def intent_of(actions: Actions) -> SlimeIntent:
    """What the actions of a tick ask of a slime; left and right together cancel out."""
    held = actions.held
    return SlimeIntent(
        float("right" in held) - float("left" in held),
        *(name in held for name in ("jump", "grip", "slick", "heavy", "inflate")),
    )


def rolled(positions: Floats, middle: Floats, change: float) -> Floats:
    """Velocity changes of a ball that rolls faster along X [cm/s], shape [particle_count, 3].

    Its middle gains `change`; about Y it turns with it, so that where it touches the ground nothing slips.

    Args:
        positions: Particles [cm], shape [particle_count, 3].
        middle: Their centroid [cm], shape [3].
        change: Speed that the centroid gains [cm/s].
    """
    arms = positions - middle
    height = max(-float(arms[:, 2].min()), 1.0)
    changes = np.zeros_like(positions)
    changes[:, 0] = change * (1.0 + arms[:, 2] / height)
    changes[:, 2] = -change * arms[:, 0] / height
    return changes


def speed_up(speed: float, wanted: float, most: float) -> float:
    """Change of a speed toward a wanted one, by so much at most [cm/s]."""
    return min(max(wanted - speed, -most), most)


def jump_speed(verbs: SlimeVerbs, squashed: float) -> float:
    """Upward speed of a jump after so long a squash [cm/s]."""
    share = min(squashed / verbs.squash_time, 1.0)
    return verbs.jump_speed * (verbs.hop_share + (1.0 - verbs.hop_share) * share)


class Verbs(esper.Processor):
    """Lets slimes do what they want, before they are solved."""

    def process(self, dt: float) -> None:
        """Takes the player's wishes, then does what all slimes with verbs wish."""
        wish = intent_of(resource(Actions))
        for entity, (verbs, intent, form, body) in entities_with(
            SlimeVerbs, SlimeIntent, SlimeForm, SoftbodyParticles
        ):
            if verbs.player:
                for name in SlimeIntent.__slots__:
                    setattr(intent, name, getattr(wish, name))
            softbody = esper.try_component(entity, Softbody)
            contact = esper.try_component(entity, SlimeContact)
            if softbody is None or contact is None:
                continue
            _take_form(verbs, intent, form, softbody, dt)
            _roll(verbs, intent, body, dt, grounded=contact.grounded)
            _jump(verbs, intent, form, body, dt, grounded=contact.grounded)


def _take_form(
    verbs: SlimeVerbs, intent: SlimeIntent, form: SlimeForm, softbody: Softbody, dt: float
) -> None:
    slippery = verbs.slick if intent.slick else form.friction
    softbody.friction = verbs.grip if intent.grip else slippery
    softbody.mass = form.mass * (verbs.heavy if intent.heavy else 1.0)
    wanted = form.pressure * (verbs.inflate if intent.inflate else 1.0)
    softbody.pressure += speed_up(softbody.pressure, wanted, verbs.inflate_rate * dt)


def _roll(
    verbs: SlimeVerbs, intent: SlimeIntent, body: SoftbodyParticles, dt: float, *, grounded: bool
) -> None:
    if intent.direction == 0.0:
        return
    most = verbs.roll_acceleration * dt * (1.0 if grounded else IN_THE_AIR)
    change = speed_up(float(mean_velocity(body)[0]), intent.direction * verbs.roll_speed, most)
    if change * intent.direction > 0.0:
        changes = rolled(body.positions_ws, centroid(body), change)
        write_velocities(body, body.velocities_ws + changes)


def _jump(
    verbs: SlimeVerbs,
    intent: SlimeIntent,
    form: SlimeForm,
    body: SoftbodyParticles,
    dt: float,
    *,
    grounded: bool,
) -> None:
    if intent.jump and grounded:
        form.squashed += dt
        heights = body.positions_ws[:, 2]
        low, high = float(heights.min()), float(heights.max())
        weights = (heights - low) / max(high - low, 1e-9)
        push(body, velocity=np.array((0.0, 0.0, -PRESS * dt)), weights=weights)
    elif form.squashed > 0.0 and not intent.jump:
        if grounded:
            rise = jump_speed(verbs, form.squashed) - float(mean_velocity(body)[2])
            push(body, velocity=np.array((0.0, 0.0, max(rise, 0.0))))
        form.squashed = 0.0
