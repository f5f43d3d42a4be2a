"""What every test gets."""

from collections.abc import Iterator

import esper
import pytest
from hypothesis import settings

# Kernels compile on their first call, which no deadline should count.
settings.register_profile("softstep", deadline=None, derandomize=True)
settings.load_profile("softstep")


@pytest.fixture
def world() -> Iterator[None]:
    """An empty esper world, current for the length of a test."""
    before = esper.current_world
    esper.switch_world("test")
    esper.clear_database()
    yield
    esper.clear_database()
    esper.switch_world(before)
    esper.delete_world("test")
