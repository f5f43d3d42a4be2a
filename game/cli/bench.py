"""`bench`: what things cost on this machine."""

import json
from argparse import Namespace
from dataclasses import asdict

from game.bench.machine import machine
from game.bench.rows import Row
from game.bench.suite import measure
from game.cli.refusal import Refusal


def run(options: Namespace) -> int:
    """Prints a table, or one line of JSON."""
    rows = measure(options.names)
    if not rows:
        raise Refusal(f"nothing that bench measures is called {' or '.join(options.names)}")
    if options.json:
        print(json.dumps({"machine": machine(), "rows": [asdict(row) for row in rows]}))
    else:
        print(", ".join(f"{name} {value}" for name, value in machine().items()))
        print("\n".join(table(rows)))
    return 0


def table(rows: list[Row]) -> list[str]:
    """The rows as lines of text."""
    head = f"{'':46} {'count':>8} {'ms':>10} {'ns each':>12} {'ratio':>8}"
    return [head, *(_line(row) for row in rows)]


def _line(row: Row) -> str:
    return f"{row.name:46} {row.count:8} {row.ms:10.4f} {row.ns_per_unit:12.3f} {row.ratio:8.2f}"
