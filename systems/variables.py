"""Variables of kernels: a name has one type, wherever in the kernel it is set.

Numba can also make a variable of its own of every setting, join them where ways meet, and let each have its
own type. That takes it a ninth of all compiling, and gains nothing: LLVM does the same once more. Without
it, a name that is a whole number here and a float there would quietly be a float everywhere; a kernel in
which one is does not compile.
"""

from collections import Counter
from collections.abc import Iterator

from numba.core import errors

from systems.numba_parts import Numba, texts, types


def copy_constants(state: Numba) -> None:
    """Lets a variable begin as a global number and change: numba would hold it to be that number."""
    settings = [*_settings(state.func_ir)]
    counts = Counter(setting.target.name for setting in settings)
    for setting in settings:
        if counts[setting.target.name] > 1 and isinstance(setting.value, (texts.Global, texts.FreeVar)):
            setting.value = texts.Const(setting.value.value, setting.loc, use_literal_type=False)


def check_types(state: Numba) -> None:
    """Compares the type of each variable, which all its values fit into, with that of each of them.

    Raises:
        TypingError: A value is of another type.
    """
    for setting in _settings(state.func_ir):
        given, kind = _type_of(setting.value, state), state.typemap[setting.target.name]
        if given is not None and given != kind and types.unliteral(given) != types.unliteral(kind):
            name = setting.target.unversioned_name
            message = f"{name} is {types.unliteral(given)} here, and {kind} for the whole kernel"
            raise errors.TypingError(message, loc=setting.loc)


def _settings(func_ir: Numba) -> Iterator[Numba]:
    """Where variables with a name are set."""
    for block in func_ir.blocks.values():
        for setting in block.find_insts(texts.Assign):
            if not setting.target.is_temp:
                yield setting


def _type_of(value: Numba, state: Numba) -> Numba:
    """Numba's type of what a variable is set to; None where there can be only one."""
    match value:
        case texts.Var():
            kind = state.typemap[value.name]
        case texts.Const():
            kind = state.typingctx.resolve_value_type(value.value)
        case texts.Arg() if not isinstance(state.args[value.index], types.Omitted):
            kind = state.args[value.index]
        case texts.Expr(op="cast"):
            kind = state.typemap[value.value.name]
        case texts.Expr(op="getattr"):
            kind = state.typingctx.resolve_getattr(state.typemap[value.value.name], value.attr)
        case texts.Expr(op="build_tuple"):
            kind = types.BaseTuple.from_types([state.typemap[item.name] for item in value.items])
        case _:
            kind = getattr(state.calltypes.get(value), "return_type", None)
    return kind
