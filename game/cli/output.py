"""Files that a command writes: whether it can, asked before the work is done."""

from pathlib import Path

from game.cli.refusal import Refusal


def require_writable(path: Path) -> None:
    """Raises Refusal where a file could not be written; leaves nothing behind."""
    existed = path.exists()
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        raise Refusal(f"{path}: cannot be written: {error.strerror}") from None
    if not existed:
        path.unlink()
