"""Every snippet of the README runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def snippets(language: str) -> list[str]:
    """Code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs Python on the project from another folder, without a display."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    environment["XDG_CACHE_HOME"] = str(cwd)
    return subprocess.run(  # noqa: S603 - our own interpreter and snippets
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("code", snippets("python"))
def test_python_snippets_run(code: str, tmp_path: Path) -> None:
    result = run("-c", code, cwd=tmp_path)
    assert result.returncode == 0, result.stderr


def test_the_pick_up_snippet_picks_up(tmp_path: Path) -> None:
    code = next(code for code in snippets("python") if "class PickUp" in code)
    assert run("-c", code, cwd=tmp_path).stdout.splitlines()[-1] == "5 ['coin']"


@pytest.mark.parametrize("level", snippets("json"))
def test_levels_are_without_fault_and_run(level: str, tmp_path: Path) -> None:
    path = tmp_path / "my_level.json"
    path.write_text(level)
    check = run("-m", "game", "check", str(path), cwd=tmp_path)
    assert check.returncode == 0, check.stderr
    done = run("-m", "game", "run", str(path), "--ticks", "5", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["ticks"] == 5


def test_commands_exist(tmp_path: Path) -> None:
    commands = set(re.findall(r"-m game (\w+)", TEXT))
    for command in commands:
        assert run("-m", "game", command, "--help", cwd=tmp_path).returncode == 0, command


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert target.startswith("https://") or (ROOT / target).exists(), target
