"""`python -m game.sound`: makes every effect anew and writes it where it is shipped."""

from pathlib import Path

from game.sound.files import write_effects


def main() -> None:
    """Does it and says how large they are."""
    paths = list(write_effects(Path(__file__).parent / "effects"))
    print(f"{len(paths)} effects, {sum(path.stat().st_size for path in paths) // 1024} KiB")  # noqa: T201


if __name__ == "__main__":
    main()
