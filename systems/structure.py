"""Structural changes: asked for at any time in a tick, done together at its end.

Adding or removing entities and components drops all of esper's cached queries and changes what the
systems after it would see, so both happen at one point.
"""

from collections.abc import Callable, Iterable, Mapping

import esper

from components.attack import MeleeAttack
from components.character import (
    CharacterIntent,
    CharacterMotor,
    CharacterState,
    GroundContact,
    SpawnPoint,
)
from components.collider import BoxCollider, CapsuleCollider, SphereCollider
from components.foot_ik import FootIK
from components.goal import Explorer
from components.health import Health
from components.mind import Mind
from components.overlap import Overlaps
from components.skeleton import Skeleton
from components.slime import SlimeContact, SlimeVerbs
from components.softbody import Softbody, SoftbodyStuck
from components.transform import Transform, Velocity
from components.world import Commands
from systems.animation import animate
from systems.foot_ik import ground_trace
from systems.goal import reach
from systems.health import harm
from systems.melee import strike
from systems.mind import think
from systems.query import resource
from systems.softbody import birth, form, stuck

Components = Mapping[type, object]
"""An entity's components by class."""


def character_companions(components: Components) -> Iterable[object]:
    """What a character needs besides its motor."""
    transform = components.get(Transform)
    lane = float(transform.position[1]) if isinstance(transform, Transform) else 0.0
    return Velocity(), CharacterIntent(), CharacterState(lane=lane), GroundContact(), _spawn_point(components)


def sphere_companions(components: Components) -> Iterable[object]:
    """What a sphere needs to notice overlaps."""
    del components
    return (Overlaps(),)


def sensor_companions(components: Components) -> Iterable[object]:
    """What a capsule or box needs that is there to notice overlaps."""
    shapes = (components.get(CapsuleCollider), components.get(BoxCollider))
    is_sensor = any(isinstance(shape, CapsuleCollider | BoxCollider) and shape.sensor for shape in shapes)
    return (Overlaps(),) if is_sensor else ()


def softbody_companions(components: Components) -> Iterable[object]:
    """What a soft body needs: particles, a velocity, contacts, and a place to come back to."""
    return *birth.companions(components), SlimeContact(), _spawn_point(components)


def _spawn_point(components: Components) -> SpawnPoint:
    transform = components.get(Transform)
    return SpawnPoint(transform.position.copy()) if isinstance(transform, Transform) else SpawnPoint()


COMPANIONS: dict[type, Callable[[Components], Iterable[object]]] = {
    CharacterMotor: character_companions,
    SphereCollider: sphere_companions,
    CapsuleCollider: sensor_companions,
    BoxCollider: sensor_companions,
    Softbody: softbody_companions,
    SlimeVerbs: form.companions,
    SoftbodyStuck: stuck.companions,
    Skeleton: animate.companions,
    FootIK: ground_trace.companions,
    MeleeAttack: strike.companions,
    Health: harm.companions,
    Mind: think.companions,
    Explorer: reach.companions,
}
"""Components that come along with others: the class that needs them, and what makes them."""


def completed(components: Iterable[object]) -> list[object]:
    """The components together with the companions they lack, in a stable order."""
    by_class: dict[type, object] = {type(component): component for component in components}
    for kind, companions in COMPANIONS.items():
        if kind in by_class:
            for companion in companions(by_class):
                by_class.setdefault(type(companion), companion)
    return list(by_class.values())


def create(*components: object) -> int:
    """Creates an entity at once, with companions. For use between ticks; during one, ask with `spawn`."""
    return esper.create_entity(*completed(components))


def attach(entity: int, *components: object) -> None:
    """Adds or replaces components at once, without companions. For what was asked for with `ask`."""
    for component in components:
        esper.add_component(entity, component)


def delete(entity: int) -> None:
    """Deletes an entity at once; one that is gone already is no error. For what was asked for with `ask`."""
    if esper.entity_exists(entity):
        esper.delete_entity(entity, immediate=True)


def spawn(*components: object) -> None:
    """Asks for a new entity with these components and their companions."""
    ask(lambda: _create(components))


def despawn(entity: int) -> None:
    """Asks for an entity to go; one that is gone already is no error."""
    ask(lambda: delete(entity))


def add(entity: int, component: object) -> None:
    """Asks for a component to be added or replaced, with the companions that it needs."""
    ask(lambda: _add(entity, component))


def remove(entity: int, kind: type) -> None:
    """Asks for a component to be removed; one that is gone already is no error."""
    ask(lambda: _remove(entity, kind))


def ask(change: Callable[[], None]) -> None:
    """Asks for a change of one's own at the end of the tick, where everything is as the tick leaves it."""
    resource(Commands).queue.append(change)


def _create(components: tuple[object, ...]) -> None:
    create(*components)


def _add(entity: int, component: object) -> None:
    if esper.entity_exists(entity):
        parts: tuple[object, ...] = esper.components_for_entity(entity)
        present: dict[type, object] = {type(part): part for part in parts}
        for part in completed([*present.values(), component]):
            if present.get(type(part)) is not part:
                esper.add_component(entity, part)


def _remove(entity: int, kind: type) -> None:
    if esper.entity_exists(entity) and esper.has_component(entity, kind):
        esper.remove_component(entity, kind)


class StructuralChanges(esper.Processor):
    """Carries out the changes that were asked for, in the order in which they were."""

    def process(self, dt: float) -> None:
        """Empties the queue; changes asked for by changes are done too."""
        del dt
        commands = resource(Commands)
        while commands.queue:
            commands.queue.pop(0)()
