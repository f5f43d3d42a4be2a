"""Layers as bits, for masks in kernels."""

from collections.abc import Iterable
from functools import lru_cache

from components.collider import Layer

_BITS = {layer: 1 << row for row, layer in enumerate(Layer)}

ALL_LAYERS = sum(_BITS.values())
"""The mask that meets every layer."""


def layer_bits(layers: Iterable[Layer]) -> int:
    """The mask that meets the given layers."""
    return sum({_BITS[layer] for layer in layers})


@lru_cache(maxsize=256)
def own_and_met(layer: Layer, mask: tuple[Layer, ...]) -> tuple[int, int]:
    """A layer as a bit, and the mask that meets the others."""
    return layer_bits((layer,)), layer_bits(mask)
