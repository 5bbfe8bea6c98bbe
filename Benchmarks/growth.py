"""Shows how the cost of a command grows with a store, a model and a chain of versions.

BENCH=large goes on to ten million rows and ten thousand entities.
"""

import math
import os
import shutil
import sys
import tempfile
from pathlib import Path

import stores
import table
import timing

ROWS_OF_A_BOOK = 21
ATTRIBUTES = 20
# The entities of a large app: it had 117 versions of them.
ENTITIES = 88
# What the store, its copies and its backups need at most, in bytes for each row.
ROOM_FOR_EACH_ROW = 3_000


def main():
    """Measures and prints the tables."""
    large = os.environ.get("BENCH") == "large"
    migrate = os.path.abspath(os.environ.get("MIGRATE", ".build/release/migrate"))
    print(f"{table.machine()}, {table.today()}\n")
    show("rows", by_rows(migrate, [10**4, 10**5, 10**6] + [10**7] * large))
    show("entities", by_size(migrate, [10, 100, 1_000] + [10_000] * large, model, "plan"))
    show("versions", by_size(migrate, [50, 100, 200, 400], chain, "plan"))
    show(f"versions of {ENTITIES} entities", by_chain(migrate, [13, 39, 117]))


def by_rows(migrate, sizes):
    """Commands on stores of several sizes."""
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="migrate-bench-") as folder:
            if shutil.disk_usage(folder).free < size * ROOM_FOR_EACH_ROW:
                sys.exit(f"bench: {folder} has no room for {size:,} rows")
            place = stores.Workplace(folder, migrate, round(size / ROWS_OF_A_BOOK))
            models = place.models("models", {"CapturedNote": 'chapter: string = ""'})
            yield size, {
                "apply": [
                    timing.run(place.command(
                        "apply", place.copy("copy.store"), "--schemas", models, "--no-backup"))
                    for _ in range(3)
                ],
                "backup": [
                    timing.run(place.command(
                        "backup", place.store, "-o", place.path("b.json"), "--replace"))
                    for _ in range(3)
                ],
                "verify": [
                    timing.run(place.command("verify", place.store, "--schemas", models))
                    for _ in range(3)
                ],
            }


def by_size(migrate, sizes, make, name):
    """The plan of a migration on an empty store, for models of several sizes."""
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="migrate-bench-") as folder:
            models, store = Path(folder, "models"), Path(folder, "empty.store")
            models.mkdir()
            make(models, size)
            timing.run(timing.Command(
                [migrate, "create", store, "--schemas", models, "--version", "1.0.0"]))
            plan = timing.Command([migrate, "plan", store, "--schemas", models])
            yield size, {name: [timing.run(plan) for _ in range(3)]}


def by_chain(migrate, sizes):
    """Lint of a large app's model, each version and step and all of them together."""
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="migrate-bench-") as folder:
            app(folder, size)
            lint = timing.Command([migrate, "lint", folder])
            yield size, {"lint": [timing.run(lint) for _ in range(3)]}


def app(folder, versions):
    """A chain of versions of entities in pairs, with links; each adds an attribute to some of them."""
    lines = ["schema: App\nversion: 1.0.0\nentities:"]
    for number in range(ENTITIES):
        lines.append(f"  Entity{number}:\n    attributes:")
        lines += [f"      value{place}: string?" for place in range(ATTRIBUTES)]
        other, link = (number + 1, "parts") if number % 2 == 0 else (number - 1, "whole")
        kind = f"toMany: Entity{other}" if link == "parts" else f"toOne: Entity{other}?"
        inverse = "whole" if link == "parts" else "parts"
        rule = "cascade" if link == "parts" else "nullify"
        lines.append(
            f"    relationships:\n      {link}: {{{kind}, inverse: {inverse}, delete: {rule}}}")
        if link == "whole":
            lines.append("    indexes: [[whole]]")
    Path(folder, "V1.yaml").write_text("\n".join(lines) + "\n")
    for version in range(2, versions + 1):
        added = [f"  Entity{number}: {{attributes: {{added{version}: int?}}}}"
                 for number in range(version % 10, ENTITIES, 10)]
        Path(folder, f"V{version}.yaml").write_text(
            f"schema: App\nversion: {version}.0.0\nextends: V{version - 1}.yaml\nentities:\n"
            + "\n".join(added) + "\n")


def model(folder, entities):
    """Two versions of a model, the second with a change in a tenth of the attributes."""
    for version in (1, 2):
        lines = [f"schema: Wide\nversion: {version}.0.0\nentities:"]
        for number in range(entities):
            lines.append(f"  Entity{number}:\n    attributes:")
            for place in range(ATTRIBUTES):
                changed = version == 2 and (number + place) % 10 == 0
                default = '"new"' if changed else '"old"'
                lines.append(f"      value{place}: string = {default}")
        Path(folder, f"V{version}.yaml").write_text("\n".join(lines) + "\n")


def chain(folder, versions):
    """A chain of versions that each give an attribute another default: all are of one size."""
    attributes = "".join(f"      value{number}: int = 0\n" for number in range(ATTRIBUTES))
    Path(folder, "V1.yaml").write_text(
        f"schema: Long\nversion: 1.0.0\nentities:\n  Note:\n    attributes:\n{attributes}")
    for version in range(2, versions + 1):
        Path(folder, f"V{version}.yaml").write_text(
            f"schema: Long\nversion: {version}.0.0\nextends: V{version - 1}.yaml\n"
            f"entities:\n  Note: {{attributes: {{value{version % ATTRIBUTES}: int = {version}}}}}\n")


def show(unit, measured):
    """A table: for every size the time and the memory, and how fast both grow."""
    before, rows = {}, []
    for size, commands in measured:
        for name, runs in commands.items():
            sample = timing.Sample(runs)
            cpu, peak = sample.median("cpu"), sample.median("peak")
            exponent = "–"
            if name in before:
                old_size, old_cpu = before[name]
                exponent = f"{math.log(cpu / old_cpu) / math.log(size / old_size):.2f}"
            before[name] = (size, cpu)
            rows.append([
                name, f"{size:,}", table.seconds(sample.median("wall")), table.seconds(cpu),
                table.megabytes(peak), exponent])
            print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    header = ["command", unit, "time", "CPU time", "memory", "exponent"]
    print(table.markdown(sorted(rows, key=lambda row: row[0]), header))


if __name__ == "__main__":
    try:
        main()
    except timing.Failed as error:
        sys.exit(f"bench: {error}")
