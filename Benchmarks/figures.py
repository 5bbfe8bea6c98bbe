"""What is measured, each beside a peer that does the same work, and checked."""

import os
import sys
from dataclasses import dataclass, field
from typing import Callable

import sources
import stores
import timing


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    name: str
    against: str
    target: float
    # Each makes what one round needs, which is not measured, and returns the command that is.
    ours: Callable[[], timing.Command]
    theirs: Callable[[], timing.Command]
    # Looks at what the last round left, and raises Wrong where that is not what it has to be.
    check: Callable[[], None] = field(default=lambda: None)
    # Where the output of our command and of the peer's goes.
    outputs: tuple = ("/dev/null", "/dev/null")
    # How many rounds a figure needs that takes no longer than a blink.
    rounds: int = 0


class Wrong(Exception):
    """A result that is fast, and not right."""


def same(left, right, what):
    """Raises where two results differ."""
    if left != right:
        raise Wrong(f"{what}: {left} and {right}")


def all_figures(place, words):
    """The figures of which a word is in the name, all where there are none; each made when its turn
    comes, as what one needs would be in the way of another.
    """
    made = {
        "rebuild one table": lambda name: rebuild(place, name, {"CapturedNote": "chapter"}),
        "rebuild all tables": lambda name: rebuild(place, name, stores.REQUIRED),
        "version 1 to 4": lambda name: added_columns(place, name),
        "three rebuilds in one": lambda name: three_hops(place, name),
        "backup to JSON": lambda name: backup(place, name),
        "restore": lambda name: restore(place, name),
        "verify, checksums": lambda name: verify(place, name),
        "verify, integrity": lambda name: verify_integrity(place, name),
        "--version": lambda name: version(place, name),
        "status, small store": lambda name: status(place, name),
        "lint of Swift": lambda name: lint(place, name, "After", {}),
        "lint of Swift, a mistake in every ten lines": lambda name: lint(
            place, name, "Before", FAULTS),
        "lint of Swift, second run": lambda name: lint(place, name, "After", {}, again=True),
    }
    for name, make in made.items():
        if words and not any(word in name for word in words):
            continue
        # A toolchain without SwiftSyntax builds no such command.
        if "Swift" in name and not sources.is_read_by(place.migrate):
            print(f"bench: no 'migrate-swift', so no {name}", file=sys.stderr)
            continue
        yield make(name)


# MARK: - apply


def apply(place, models, name="ours.store", *more):
    """A round of apply, without a backup, on a fresh copy."""
    return place.command("apply", place.copy(name), "--schemas", models, "--no-backup", *more)


def against_bare_sql(place, name, against, target, models, bare):
    """The figure of an apply beside a script that comes to the same."""
    migrated = place.path("migrated.store")
    place.copy("migrated.store")
    timing.run(place.command("apply", migrated, "--schemas", models, "--no-backup"))
    script = place.write(f"{name.replace(' ', '-')}.sql", bare(migrated))

    def check():
        ours, theirs = place.path("ours.store"), place.path("theirs.store")
        same(
            stores.digests(ours, place.folder), stores.digests(theirs, place.folder),
            f"{name}: what apply and the bare SQL made of the tables")
        same(stores.rows(ours), stores.rows(place.store), f"{name}: the number of rows")

    return Figure(
        name, against, target,
        ours=lambda: apply(place, models),
        theirs=lambda: stores.shell(place.copy("theirs.store"), script), check=check)


def rebuild(place, name, columns):
    """An apply that writes tables anew."""
    models = place.models(
        name.replace(" ", "-"), {table: f'{column}: string = ""' for table, column in columns.items()})
    return against_bare_sql(
        place, name, "the same in bare SQL", 0.9, models,
        lambda migrated: stores.rebuild(
            migrated, {table: {column: "''"} for table, column in columns.items()}))


def added_columns(place, name):
    """Epilogue's own history: columns come, and no row is touched."""
    return against_bare_sql(
        place, name, "ADD COLUMN in bare SQL", 0.3, stores.EPILOGUE,
        lambda migrated: stores.additions(place.store, migrated))


def three_hops(place, name):
    """Three versions that each write the same table anew, done as one."""
    models = place.models(
        "three-hops", {"CapturedNote": 'chapter: string = ""'},
        {"CapturedNote": 'content: string = ""'}, {"CapturedNote": "pageNumber: int = 0"})
    filled = {"chapter": "''", "content": "''", "pageNumber": "0"}
    return against_bare_sql(
        place, name, "one rebuild in bare SQL", 1.1, models,
        lambda migrated: stores.rebuild(migrated, {"CapturedNote": filled}))


# MARK: - backup, restore, verify


def backup(place, name):
    """A backup with its digest, read back and compared."""
    file, dump = place.path("library.backup.json"), place.path("dump.sql")
    return Figure(
        name, ".dump", 0.4,
        ours=lambda: place.command("backup", place.store, "-o", file, "--replace"),
        theirs=lambda: stores.shell(place.store, place.write("dump-command.sql", ".dump\n")),
        check=lambda: check_backup(place, file), outputs=("/dev/null", dump))


def check_backup(place, file):
    """Raises where a backup is not sound, or lacks a record of a row."""
    timing.run(place.command("backup", file, "--verify"))
    with open(file, "rb") as lines:
        records = sum(line.startswith(b'{"table"') for line in lines)
    if records < stores.rows(place.store):
        raise Wrong(f"backup: {records} records of {stores.rows(place.store)} rows")


def restore(place, name):
    """A store of a backup, with keys and indexes."""
    file, dump = place.path("restored.backup.json"), place.path("restored.sql")
    timing.run(place.command("backup", place.store, "-o", file, "--replace"))
    script = place.write("dump-command.sql", ".dump\n")
    timing.run(stores.shell(place.store, script), dump)

    def fresh(name):
        for old in place.folder.glob(name + "*"):
            old.unlink()
        return place.path(name)

    def check():
        restored = place.path("ours.store")
        same(
            stores.digests(restored, place.folder), stores.digests(place.store, place.folder),
            "restore: the content of the tables")

    return Figure(
        name, "sqlite3 < dump.sql", 0.4,
        ours=lambda: place.command("restore", file, fresh("ours.store")),
        theirs=lambda: stores.shell(fresh("theirs.store"), dump), check=check)


def verify(place, name):
    """Counts, links, values, and a checksum of every column."""
    return Figure(
        name, ".sha3sum", 0.7,
        ours=lambda: place.command(
            "verify", place.store, "--schemas", stores.EPILOGUE, "--quick", "--checksums"),
        theirs=lambda: stores.shell(place.store, place.write("sum.sql", ".sha3sum\n")))


def verify_integrity(place, name):
    """The same, with every index held against its table."""
    return Figure(
        name, "PRAGMA integrity_check", 1.0,
        ours=lambda: place.command("verify", place.store, "--schemas", stores.EPILOGUE),
        theirs=lambda: stores.shell(
            place.store, place.write("integrity.sql", "PRAGMA integrity_check;\n")))


# MARK: - Swift source

# What is wrong in one copy of the app before its authors mended it.
FAULTS = {
    "insert-before-relate": 14, "relationship-in-initializer": 3, "factory-without-context": 4,
}


def lint(place, name, state, faults, again=False):
    """A lint of models and of the code around them; LINES=100000 by default.

    It runs where no released models lie, which it would compare these with. A second run finds in the
    cache what the first one left there.
    """
    lines = int(os.environ.get("LINES", 100_000))
    folder, copies = sources.program(place.path(f"{state}-again" if again else state), state, lines)
    # The cache is the build folder of this package, and not the user's.
    (folder / ".build").mkdir()
    (folder / "Package.swift").write_text("")
    cache = [] if again else ["--no-cache"]
    report = place.path("findings.json")

    def check():
        same(
            sources.findings(report), {rule: copies * count for rule, count in faults.items()},
            f"{name}: the findings by rule")

    return Figure(
        name, "swift format lint", 1.0,
        ours=lambda: place.command("lint", folder, "--format", "json", *cache, folder=folder),
        theirs=lambda: sources.formatted(folder), check=check, outputs=(report, "/dev/null"))


# MARK: - Starting


def version(place, name):
    """How long a command takes that does nothing."""
    return Figure(
        name, "sqlite3 db 'select 1'", 2.0, ours=lambda: place.command("--version"),
        theirs=lambda: select_one(place), rounds=40)


def status(place, name):
    """How long it takes to say what a small store is."""
    small = place.path("small.store")
    timing.run(place.command(
        "create", small, "--schemas", stores.EPILOGUE, "--version", "1.0.0", "--sample", 20))
    return Figure(
        name, "sqlite3 db 'select 1'", 3.5,
        ours=lambda: place.command("status", small, "--schemas", stores.EPILOGUE),
        theirs=lambda: select_one(place), rounds=40)


def select_one(place):
    """The least that SQLite's shell can do."""
    return timing.Command(["sqlite3", place.store, "select 1"])
