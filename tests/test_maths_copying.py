"""Arrays filled from others in kernels."""

import numpy as np

from systems.maths.copying import copy_into, fill


def test_as_many_numbers_are_copied_as_there_is_room_for() -> None:
    target, source = np.zeros(3), np.arange(10.0)[::2]
    copy_into(target, source)
    assert target.tolist() == [0.0, 2.0, 4.0]


def test_a_number_is_written_everywhere_in_a_part_and_nowhere_else() -> None:
    whole = np.zeros(5)
    fill(whole[1:4], 2.5)
    assert whole.tolist() == [0.0, 2.5, 2.5, 2.5, 0.0]
