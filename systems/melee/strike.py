"""Strikes in the tick: they take their course, and hit whomever their capsule meets, each once."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import esper

from components.arrays import Floats
from components.attack import AttackState, MeleeAttack
from components.character import CharacterIntent, CharacterState
from components.events import Hit
from components.skeleton import AnimationLibrary, ClipAsset, Skeleton
from components.transform import Transform
from components.world import Events
from systems.animation.overlay import ATTACK
from systems.maths.quaternion import rotate
from systems.melee.capsule import Capsule, aimed, attack_capsule, raised
from systems.melee.contact import Contact, first_contact
from systems.melee.swing import begin, can_hit, cancel, strike_after
from systems.melee.victims import Candidate, bodies_of, candidates
from systems.query import entities_with, resource

ROUNDING = 1e-9
"""Time that counts as none [s]."""

Kind = TypeVar("Kind")


def companions(components: Mapping[type, object]) -> Iterable[object]:
    """What an entity with a MeleeAttack needs besides it."""
    del components
    return (AttackState(),)


def strike_capsule(attack: MeleeAttack, transform: Transform, facing: float) -> tuple[Capsule, Floats]:
    """The capsule of a strike, scaled with its attacker, and its direction, unit vector [3]."""
    direction = aimed(transform.rotation, facing, attack.pitch)
    position, scale = transform.position, transform.scale
    if attack.offset.any():
        ahead, left, up = attack.offset.tolist()
        position = position + rotate(transform.rotation, (facing * ahead, facing * left, up)) * scale
    return attack_capsule(position, direction, attack.range * scale, attack.radius * scale), direction


def advance(attack: MeleeAttack, state: AttackState, dt: float, *, asked: bool, facing: float) -> None:
    """Brings a strike one tick further; one that is held up by a hit waits."""
    if state.hit_stop > 0.0:
        left = state.hit_stop - dt
        state.hit_stop = left if left > ROUNDING else 0.0
        return
    time = strike_after(attack, state.time, dt, asked=asked)
    if time < 0.0 and state.time < 0.0:
        return
    if time <= 0.0:
        cancel(state)
    if time == 0.0:
        begin(state, facing)
    state.time = time


def sweep_to(state: AttackState, capsule: Capsule) -> Capsule | None:
    """Notes where a strike's capsule is now, and returns where it was if it could hit there, too."""
    before = Capsule(state.start, state.end, state.radius) if state.hitting else None
    state.start_before, state.end_before = (capsule if before is None else before)[:2]
    state.start, state.end, state.radius = capsule
    state.hitting = True
    return before


def is_near(candidate: Candidate, x_range: tuple[float, float], last: Floats | None) -> bool:
    """Whether somebody was or is within a range of X, as far as its reach tells [cm]."""
    x = float(candidate.position[0])
    came = x if last is None else float(last[0])
    reach = candidate.reach + abs(x - came)
    return x_range[0] - reach <= x <= x_range[1] + reach


def swept_range(before: Capsule | None, now: Capsule) -> tuple[float, float]:
    """Range of X that a capsule covers on its way [cm]."""
    ends = [now.start, now.end] if before is None else [now.start, now.end, before.start, before.end]
    places = [float(end[0]) for end in ends]
    return min(places) - now.radius, max(places) + now.radius


class Melee(esper.Processor):
    """Begins, advances and ends strikes, and tells whom they hit; `systems.animation` shows them.

    A strike that can hit is swept from where its capsule was in the last tick, relative to each body that
    it may meet, so that neither a fast strike nor a fast victim slips through between two ticks.
    """

    def process(self, dt: float) -> None:
        """Advances every strike by one tick; a tick without length changes nothing."""
        if not dt > 0.0:
            return
        for entity, (attack, state, transform) in entities_with(MeleeAttack, AttackState, Transform):
            intent, character = _try(entity, CharacterIntent), _try(entity, CharacterState)
            asked = intent is not None and intent.attack_pressed
            advance(attack, state, dt, asked=asked, facing=character.facing if character else 1.0)
            if state.hit_stop > 0.0:
                continue
            if state.time >= 0.0 and can_hit(attack, state, _clip(entity)):
                resource(Events).items.extend(_hits(entity, attack, state, transform))
            elif state.hitting:
                state.hitting, state.places = False, {}


def _hits(entity: int, attack: MeleeAttack, state: AttackState, transform: Transform) -> list[Hit]:
    """Whom a strike meets now for the first time."""
    capsule, direction = strike_capsule(attack, transform, state.facing)
    before = sweep_to(state, capsule)
    impulse = attack.impulse * raised(direction, attack.lift)
    struck = {hit.victim for hit in state.hits}
    x_range = swept_range(before, capsule)
    places, hits = {}, []
    for candidate in candidates(attack.layers):
        victim = candidate.entity
        places[victim] = candidate.position
        last = state.places.get(victim)
        if victim != entity and victim not in struck and is_near(candidate, x_range, last):
            contact = _meet(candidate, attack, before, capsule, last)
            if contact is not None:
                hits.append(Hit(entity, victim, contact.point, contact.normal, attack.damage, impulse.copy()))
    state.places = places
    state.hits += hits
    if hits:
        state.hit_stop = attack.hit_stop
    return hits


def _meet(
    candidate: Candidate, attack: MeleeAttack, before: Capsule | None, now: Capsule, last: Floats | None
) -> Contact | None:
    """Where a strike first meets somebody on its way, as seen by a victim that stands where it is now."""
    moved = candidate.position - (candidate.position if last is None else last)
    came = now if before is None else before
    relative = Capsule(came.start + moved, came.end + moved, came.radius)
    found = [
        contact
        for body in bodies_of(candidate.entity, attack.layers)
        if (contact := first_contact(relative, now, body.contact)) is not None
    ]
    return found[0] if found else None


def _clip(entity: int) -> ClipAsset | None:
    """The clip that shows an entity's strikes, if any."""
    skeleton, library = _try(entity, Skeleton), esper.get_component(AnimationLibrary)
    if skeleton is None or not library:
        return None
    return library[0][1].clips.get(skeleton.asset, {}).get(ATTACK)


def _try(entity: int, kind: type[Kind]) -> Kind | None:
    return esper.try_component(entity, kind)
