"""The command line, one module a command.

Each command module has `run(options) -> int`, the exit code. What can be asked is said in `parser`, which
imports nothing heavy; a command's module is imported only when it is asked for.
"""
