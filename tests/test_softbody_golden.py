"""The bits of a scene of slimes, as they have been since someone last meant to change them."""

import hashlib

import pytest
from scenes import box, build_world, hill
from slimes import particles_of, run_slimes, spawn_slime

from components.arrays import vector
from components.collider import Layer, SphereCollider
from components.softbody import SoftbodyShape
from components.transform import Transform
from systems.structure import create

pytestmark = pytest.mark.usefixtures("world")

EXPECTED = "40a6d09c802d54334cfa14fe500f273c1a0272752451376c9bacd8106f334565"
"""Of all positions and velocities after 600 ticks: the same on any machine, in lanes of any width.

Whoever changes it on purpose writes down the new one, and records the routes of the campaign anew.
"""


def test_six_hundred_ticks_end_with_the_bits_that_are_written_down() -> None:
    build_world(
        [box(-600.0, 300.0, -100.0, 0.0), box(-700.0, -600.0, -100.0, 900.0), hill(20.0, start=300.0)]
    )
    create(Transform(vector(-200.0, 0.0, 10.0)), SphereCollider(radius=30.0, layer=Layer.TERRAIN))
    slimes = [
        spawn_slime((-190.0, 0.0, 200.0)),
        spawn_slime((-160.0, 5.0, 360.0), radius=40.0, mass=5.0, friction=0.6, subdivisions=1),
        spawn_slime((-140.0, 0.0, 500.0), plasticity=4.0, wobble=5.0, settle=1.5),
        spawn_slime((600.0, 0.0, 260.0), shape=SoftbodyShape.BOX, substeps=12),
        spawn_slime((-500.0, 0.0, 60.0), velocity=(300.0, 0.0, 400.0), sag=12.0, damping_ratio=0.2),
    ]
    run_slimes(600)
    digest = hashlib.sha256()
    for slime in slimes:
        digest.update(particles_of(slime).positions_ws.tobytes())
        digest.update(particles_of(slime).velocities_ws.tobytes())
    assert digest.hexdigest() == EXPECTED
