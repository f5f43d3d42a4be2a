"""What slimes do by themselves: roll, squash and jump, grip, slide, grow heavy, inflate, split and merge."""

import math
from collections.abc import Sequence
from functools import partial

import esper
import numpy as np

from components.arrays import Floats
from components.slime import SlimeContact, SlimeForm, SlimeIntent, SlimeVerbs
from components.softbody import Softbody, SoftbodyParticles
from components.world import Actions
from systems.query import entities_with, resource
from systems.softbody.edit import centroid, mean_velocity, push, write_velocities
from systems.softbody.form import limited, take_form
from systems.softbody.parting import split_up, take_in
from systems.structure import ask

PRESS = 4200.0
"""How hard a slime that squashes itself presses its top down [cm/s²]."""
NEAR = 0.5
"""How far a contact may be from its particle by now [cm]."""
IN_THE_AIR = 1.0 / 3.0
"""Share of its acceleration that a slime has in the air [1]."""


def intent_of(actions: Actions) -> SlimeIntent:
    """What the actions of a tick ask of a slime; left and right together cancel out."""
    held = actions.held
    return SlimeIntent(
        float("right" in held) - float("left" in held),
        *(name in held for name in ("jump", "grip", "slick", "heavy", "inflate", "split", "merge")),
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


def jump_speed(verbs: SlimeVerbs, squashed: float) -> float:
    """Upward speed of a jump after so long a squash [cm/s]."""
    share = min(squashed / verbs.squash_time, 1.0)
    return verbs.jump_speed * (verbs.hop_share + (1.0 - verbs.hop_share) * share)


class Verbs(esper.Processor):
    """Lets slimes do what they want, before they are solved."""

    def process(self, dt: float) -> None:
        """Takes the player's wishes, then does what all slimes with verbs wish."""
        wish = intent_of(resource(Actions))
        rows = entities_with(SlimeVerbs, SlimeIntent, SlimeForm, SoftbodyParticles)
        bodies = [body for _, (*_, body) in rows]
        for entity, (verbs, intent, form, body) in rows:
            if verbs.player:
                for name in SlimeIntent.__slots__:
                    setattr(intent, name, getattr(wish, name))
            softbody = esper.try_component(entity, Softbody)
            contact = esper.try_component(entity, SlimeContact)
            if softbody is None or contact is None:
                continue
            take_form(verbs, intent, form, softbody, dt)
            way = intent.direction or (way_to_others(body, bodies) if intent.merge else 0.0)
            holds = way == 0.0 and intent.grip and contact.grounded
            form.held = _hold(verbs, form, body, dt) if holds else None
            _roll(verbs, way, body, dt, grounded=contact.grounded)
            _jump(verbs, intent, form, body, dt, grounded=contact.grounded)
            if intent.split and not form.splitting:
                ask(partial(split_up, entity))
            form.splitting = intent.split
            if intent.merge:
                ask(partial(take_in, entity))


def way_to_others(body: SoftbodyParticles, bodies: Sequence[SoftbodyParticles]) -> float:
    """Where along X the nearest of the other bodies is: -1 or 1; 0 where there is none."""
    here = centroid(body)[0]
    ways = [float(centroid(other)[0] - here) for other in bodies if other is not body]
    nearest = min(ways, key=abs, default=0.0)
    return math.copysign(1.0, nearest) if nearest else 0.0


def held_speed(body: SoftbodyParticles) -> float:
    """Speed along X of what a body touches, by its particles that touch it [cm/s]."""
    away = body.positions_ws[:, None] - body.contact_points[None]
    touching = (away * away).sum(axis=2).min(axis=1) < NEAR * NEAR
    return float(body.velocities_ws[touching, 0].mean()) if touching.any() else 0.0


def _hold(verbs: SlimeVerbs, form: SlimeForm, body: SoftbodyParticles, dt: float) -> float:
    """Rolls against whatever would roll it, so that it stays where it has grip; returns its speed then.

    What it gained in the last tick, it will gain again in this one: half of that is taken off beforehand.
    """
    speed = float(mean_velocity(body)[0])
    gain = 0.0 if form.held is None else speed - form.held
    change = limited(held_speed(body) - 0.5 * gain - speed, verbs.roll_acceleration * dt)
    write_velocities(body, body.velocities_ws + rolled(body.positions_ws, centroid(body), change))
    return speed + change


def _roll(verbs: SlimeVerbs, way: float, body: SoftbodyParticles, dt: float, *, grounded: bool) -> None:
    if way == 0.0:
        return
    most = verbs.roll_acceleration * dt * (1.0 if grounded else IN_THE_AIR)
    change = limited(way * verbs.roll_speed - float(mean_velocity(body)[0]), most)
    if change * way > 0.0:
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
