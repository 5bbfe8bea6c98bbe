"""The figures of BENCH=peers: other languages' tools for the same work, each checked.

They come from PyPI into `.build/benchmark-peers`, at the versions of `requirements.txt`.
"""

import re
import subprocess
import sys
import venv
from pathlib import Path

import alembic_project
import django_project
import stores
import timing
import wide
from figures import Figure, check_backup, same

HERE = Path(__file__).resolve().parent
ENVIRONMENT = stores.REPOSITORY / ".build" / "benchmark-peers"
# The table that the small store is to get anew, and the column that becomes required.
TABLE, COLUMN = "CapturedNote", stores.REQUIRED["CapturedNote"]
ENTITIES = 1_000


def tools():
    """The folder with the commands of the peers, installed where they are not."""
    wanted = (HERE / "requirements.txt").read_text()
    note = ENVIRONMENT / "installed.txt"
    if not note.exists() or note.read_text() != wanted:
        print("bench: installing Alembic, Django and sqlite-utils from PyPI", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run(
            [ENVIRONMENT / "bin" / "pip", "install", "--quiet", "-r", HERE / "requirements.txt"],
            check=True)
        note.write_text(wanted)
    return ENVIRONMENT / "bin"


def all_figures(place, words):
    """The figures of which a word is in the name, all where there are none."""
    programs = tools()
    made = {
        "backup, sqlite-utils": backup_beside_rows,
        "backup, Django": backup_beside_dumpdata,
        "apply to a small store, Alembic": apply_beside_alembic,
        "apply to a small store, Django": apply_beside_django,
        f"plan of {ENTITIES:,} entities, Alembic": plan_beside_alembic,
        f"plan of {ENTITIES:,} entities, Django": plan_beside_django,
    }
    for name, make in made.items():
        if not words or any(word in name for word in words):
            yield make(place, name, programs)


# MARK: - Backup


def backup_command(place):
    """Our backup, and a look at it."""
    file = place.path("peers.backup.json")
    return (
        lambda: place.command("backup", place.store, "-o", file, "--replace"),
        lambda: check_backup(place, file))


def backup_beside_rows(place, name, programs):
    """The rows of every table as JSON."""
    ours, check = backup_command(place)
    rows = place.path("rows.json")
    loop = "; ".join(
        f"'{programs / 'sqlite-utils'}' rows '{place.store}' '{table}' --nl"
        for table in stores.tables(place.store))

    def check_both():
        check()
        with open(rows, "rb") as lines:
            same(sum(1 for _ in lines), stores.rows(place.store), "sqlite-utils: the number of rows")

    return Figure(
        name, "sqlite-utils rows", 0.05, ours=ours,
        theirs=lambda: timing.Command(["sh", "-c", loop]), check=check_both,
        outputs=("/dev/null", rows))


def backup_beside_dumpdata(place, name, programs):
    """The objects of every model as JSON."""
    ours, check = backup_command(place)
    project = django_project.of_store(place.path("django-dump"), place.store, programs)
    records = place.path("records.json")

    def check_both():
        check()
        same(
            records.read_bytes().count(b'{"model": '), stores.rows(place.store),
            "Django: the number of records")

    return Figure(
        name, "Django dumpdata", 0.03, ours=ours,
        theirs=lambda: project.command("dumpdata", django_project.APP), check=check_both,
        outputs=("/dev/null", records))


# MARK: - apply


def small_store(place):
    """A store of a few rows, and the models by which one of its tables is written anew."""
    store = place.path("small.store")
    if not store.exists():
        timing.run(place.command(
            "create", store, "--schemas", stores.EPILOGUE, "--version", "1.0.0", "--sample", 20))
    return store, place.models("small-models", {TABLE: f'{COLUMN}: string = ""'})


def small_apply(place, name, against, peer):
    """A whole apply with its backup, beside a peer's run on a copy; the content is the same after it.

    The peer is given the copy's path, and returns the command.
    """
    store, models = small_store(place)

    def ours():
        copy = place.copy("ours.store", of=store)
        return place.command("apply", copy, "--schemas", models)

    def check():
        same(
            content(place.path("ours.store")), content(place.path("theirs.store")),
            f"{name}: the rows of {TABLE}")

    return Figure(
        name, against, 0.1, ours=ours, theirs=lambda: peer(place, store), check=check, rounds=9)


def content(store):
    """The rows of the table that is written anew, and which of its columns are required."""
    columns = stores.query(store, f"SELECT name, \"notnull\" FROM pragma_table_info('{TABLE}')")
    names = ", ".join(f'"{name}"' for name, _ in sorted(columns))
    required = [name for name, flag in columns if flag and name == COLUMN]
    return required, stores.query(store, f'SELECT {names} FROM "{TABLE}" ORDER BY _id')


def apply_beside_alembic(place, name, programs):
    """Alembic's batch mode, which makes the table anew."""
    project = alembic_project.of_change(place.path("alembic-apply"), programs, TABLE, COLUMN)
    return small_apply(
        place, name, "alembic upgrade",
        lambda place, store: project.upgrade(place.copy("theirs.store", of=store)))


def apply_beside_django(place, name, programs):
    """Django's own remake of the table."""
    store, _ = small_store(place)
    prepared = place.copy("django.store", of=store)
    project = django_project.of_store(place.path("django-apply"), prepared, programs)
    project.prepare_change(TABLE, COLUMN)
    return small_apply(
        place, name, "Django migrate",
        lambda place, _: project.on(place.copy("theirs.store", of=prepared)).command(
            "migrate", django_project.APP, "0002", "--skip-checks"))


# MARK: - plan


def plan_command(place):
    """Our plan of a wide model, and a look at what it says to change."""
    folder, store = wide.models(place.path("wide"), ENTITIES), place.path("wide.store")
    if not store.exists():
        timing.run(place.command("create", store, "--schemas", folder, "--version", "1.0.0"))
    text = place.path("plan.txt")

    def check():
        found = len(re.findall(r"^ *~ attribute Entity\d+\.value\d+", text.read_text(), re.MULTILINE))
        same(found, wide.changes(ENTITIES), "plan: the changed attributes")

    return lambda: place.command("plan", store, "--schemas", folder), text, check


def plan_beside_alembic(place, name, programs):
    """Alembic's comparison of a model with a database."""
    ours, text, check = plan_command(place)
    project = alembic_project.of_wide_model(place.path("alembic-plan"), programs, ENTITIES)

    def check_both():
        check()
        same(project.altered_columns(), wide.changes(ENTITIES), "Alembic: the changed columns")

    return Figure(
        name, "alembic --autogenerate", 0.03, ours=ours, theirs=project.autogenerate,
        check=check_both, outputs=(text, "/dev/null"))


def plan_beside_django(place, name, programs):
    """Django's comparison of models with its earlier migrations."""
    ours, text, check = plan_command(place)
    project = django_project.of_wide_model(place.path("django-plan"), programs, ENTITIES)
    answer = place.path("makemigrations.txt")

    def check_both():
        check()
        found = answer.read_text().count("Alter field")
        same(found, wide.changes(ENTITIES), "Django: the changed fields")

    return Figure(
        name, "Django makemigrations", 0.03, ours=ours,
        theirs=lambda: project.command("makemigrations", "--dry-run"),
        check=check_both, outputs=(text, answer))
