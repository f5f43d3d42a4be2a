"""The generator gives the published sequence and evenly spread numbers."""

from components.world import RandomState
from systems.chance import next_bits, uniform


def test_sequence_is_that_of_the_reference_implementation() -> None:
    random = RandomState(1234567)
    assert [next_bits(random) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_same_state_gives_the_same_numbers() -> None:
    first, second = RandomState(7), RandomState(7)
    assert [uniform(first) for _ in range(10)] == [uniform(second) for _ in range(10)]


def test_uniform_numbers_fill_the_unit_interval_evenly() -> None:
    random = RandomState()
    numbers = [uniform(random) for _ in range(10_000)]
    assert all(0.0 <= number < 1.0 for number in numbers)
    counts = [sum(low / 10 <= number < (low + 1) / 10 for number in numbers) for low in range(10)]
    # Each tenth holds 1000 on average with a standard deviation of 30.
    assert all(850 < count < 1150 for count in counts)
