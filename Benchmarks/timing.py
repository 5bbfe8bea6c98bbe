"""Runs whole processes and says what each of them took."""

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass


# What the system counts the memory of a process in.
MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Command:
    """A program with its arguments, the file that it reads, how it may end, and where it runs."""

    arguments: list
    input: str = None
    statuses: tuple = (0,)
    folder: str = None

    @property
    def text(self):
        """The command as one would type it."""
        typed = " ".join(str(argument) for argument in self.arguments)
        return f"{typed} < {self.input}" if self.input else typed


@dataclass(frozen=True)
class Run:
    """What one process took: seconds by the clock, seconds of all cores, bytes at its peak."""

    wall: float
    cpu: float
    peak: int


class Failed(Exception):
    """A command that ended otherwise than it has to."""


def run(command, output=os.devnull):
    """Runs a command to its end, and measures it; its output goes to a file."""
    source = open(command.input or os.devnull, "rb")
    with source, open(output, "wb") as sink:
        begin = time.perf_counter()
        process = subprocess.Popen(
            [str(argument) for argument in command.arguments],
            stdin=source, stdout=sink, stderr=subprocess.PIPE, cwd=command.folder)
        complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in command.statuses:
        said = complaint.decode(errors="replace").strip()
        raise Failed(f"{command.text}\nended with status {process.returncode}: {said}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * MEMORY_UNIT)


@dataclass(frozen=True)
class Sample:
    """The same command, run several times."""

    runs: list

    def median(self, figure):
        """The median of a figure: wall, cpu or peak."""
        return statistics.median(getattr(run, figure) for run in self.runs)

    @property
    def spread(self):
        """How far apart the fastest and the slowest are, as a part of the median."""
        walls = [run.wall for run in self.runs]
        return (max(walls) - min(walls)) / self.median("wall")


def ratio(ours, theirs, figure):
    """The median of the ratios, round by round: what slows a machine down slows both."""
    pairs = zip(ours.runs, theirs.runs)
    return statistics.median(getattr(a, figure) / getattr(b, figure) for a, b in pairs)


def in_turn(ours, theirs, rounds):
    """Measures two things in pairs, each first in every other round, after one round to warm up."""
    measured = ([], [])
    for number in range(-1, rounds):
        pair = [(0, ours), (1, theirs)]
        for side, measure in pair if number % 2 else reversed(pair):
            result = measure()
            if number >= 0:
                measured[side].append(result)
    return Sample(measured[0]), Sample(measured[1])
