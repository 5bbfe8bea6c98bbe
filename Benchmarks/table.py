"""The measured figures as a table in Markdown, and as lines while they are measured."""

import datetime
import os
import platform
from dataclasses import dataclass

import timing


@dataclass(frozen=True)
class Row:
    """A figure with what was measured of both."""

    figure: object
    ours: timing.Sample
    theirs: timing.Sample

    @property
    def cells(self):
        """The row, cell by cell."""
        wall = timing.ratio(self.ours, self.theirs, "wall")
        return [
            self.figure.name, self.figure.against,
            seconds(self.ours.median("wall")), seconds(self.theirs.median("wall")),
            f"{100 * max(self.ours.spread, self.theirs.spread):.0f} %",
            megabytes(self.ours.median("peak")), megabytes(self.theirs.median("peak")),
            f"{wall:.2f}", f"{timing.ratio(self.ours, self.theirs, 'cpu'):.2f}",
            f"{self.figure.target:g}", "yes" if wall <= self.figure.target else "no",
        ]


HEADER = [
    "figure", "against", "ours", "peer's", "spread", "memory", "peer's", "ratio", "of CPU time",
    "target", "reached",
]


def seconds(value):
    """Seconds, or milliseconds where there are few."""
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.1f} ms"


def megabytes(value):
    """Bytes in megabytes."""
    return f"{value / 1e6:.0f} MB"


def line(cells):
    """Cells as a line of a table."""
    return "| " + " | ".join(cells) + " |"


def markdown(rows, header=HEADER):
    """Rows of cells under a header."""
    return "\n".join([line(header), line(["---"] * len(header)), *map(line, rows)]) + "\n"


def machine():
    """What the figures were measured on."""
    system = f"{platform.system()} {platform.release()}"
    if not os.path.exists("/proc/cpuinfo"):
        return f"{os.cpu_count()} × {platform.machine()}, {system}"
    with open("/proc/cpuinfo") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    return f"{os.cpu_count()} × {(models or [platform.machine()])[0]}, {system}"


def today():
    """The date."""
    return datetime.date.today().isoformat()
