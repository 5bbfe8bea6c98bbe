"""The stores that are measured, their models, and the SQL that a careful engineer would write."""

import re
import shutil
import sqlite3
from pathlib import Path

import timing

REPOSITORY = Path(__file__).resolve().parent.parent
EPILOGUE = REPOSITORY / "Schemas" / "Epilogue"

# An optional text of every table that becomes required: NULL becomes '', so all is written anew.
REQUIRED = {
    "BookModel": "isbn", "CapturedNote": "chapter", "CapturedQuote": "chapter",
    "CapturedQuestion": "answer", "AmbientSession": "summary", "ReadingSession": "mood",
    "QueuedQuestion": "lastError",
}


class Workplace:
    """A folder with a store of Epilogue 1, models that lead on from it, and room for copies."""

    def __init__(self, folder, migrate, books):
        self.folder, self.migrate, self.books = Path(folder), migrate, books
        self.store = self.folder / "library.store"
        timing.run(self.command(
            "create", self.store, "--schemas", EPILOGUE, "--version", "1.0.0",
            "--sample", books, "--seed", 1))

    def command(self, *arguments, **more):
        """A command of ours."""
        return timing.Command([self.migrate, *arguments], **more)

    def path(self, name):
        """A path in the folder."""
        return self.folder / name

    def copy(self, name, of=None):
        """A fresh copy of a store, of the first one unless told."""
        path = self.path(name)
        for old in self.folder.glob(name + "*"):
            old.unlink()
        shutil.copyfile(of or self.store, path)
        return path

    def write(self, name, text):
        """A file with a text."""
        path = self.path(name)
        path.write_text(text)
        return path

    def models(self, name, *versions):
        """A folder of models: Epilogue 1, and a version for each set of changed attributes."""
        folder = self.path(name)
        folder.mkdir(exist_ok=True)
        shutil.copyfile(EPILOGUE / "V1.yaml", folder / "V1.yaml")
        for number, entities in enumerate(versions, start=2):
            lines = [f"  {name}: {{attributes: {{{changed}}}}}" for name, changed in entities.items()]
            (folder / f"V{number}.yaml").write_text(
                f"schema: Epilogue\nversion: {number}.0.0\nextends: V{number - 1}.yaml\nentities:\n"
                + "\n".join(lines) + "\n")
        return folder


def shell(store, input):
    """The peer: SQLite's own shell."""
    return timing.Command(["sqlite3", "-bail", store], input)


def query(store, sql):
    """The rows of a query."""
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def tables(store):
    """The tables of a model, without those that keep what `migrate` notes."""
    rows = query(store, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return [name for name, in rows if not name.startswith(("_", "sqlite_"))]


def rows(store):
    """How many rows the tables of a model have."""
    return sum(query(store, f'SELECT count(*) FROM "{name}"')[0][0] for name in tables(store))


def rebuild(migrated, filled):
    """The rebuild of tables as SQLite's manual has it, in one transaction.

    What the tables are to be is read from a store that was migrated; `filled` has the columns of
    each in which NULL becomes something else.

    https://www.sqlite.org/lang_altertable.html#otheralter
    """
    script = ["PRAGMA foreign_keys = OFF;", "BEGIN IMMEDIATE;"]
    for table, fillings in filled.items():
        definition, = query(migrated, f"SELECT sql FROM sqlite_schema WHERE name = '{table}'")[0]
        columns = [name for name, in query(migrated, f"SELECT name FROM pragma_table_info('{table}')")]
        values = [
            f'coalesce("{name}", {fillings[name]})' if name in fillings else f'"{name}"'
            for name in columns
        ]
        indexes = query(
            migrated,
            f"SELECT sql FROM sqlite_schema WHERE tbl_name = '{table}' AND type = 'index' AND sql <> ''")
        script += [
            definition.replace(f'"{table}"', f'"new_{table}"', 1) + ";",
            f'INSERT INTO "new_{table}" SELECT {", ".join(values)} FROM "{table}";',
            f'DROP TABLE "{table}";',
            f'ALTER TABLE "new_{table}" RENAME TO "{table}";',
            *(index + ";" for index, in indexes),
        ]
    return "\n".join(script + ["PRAGMA foreign_key_check;", "COMMIT;"]) + "\n"


def additions(before, after):
    """An ADD COLUMN for every column that one store has more than the other."""
    script = ["BEGIN IMMEDIATE;"]
    for table in tables(before):
        old, new = (
            query(store, f"SELECT sql FROM sqlite_schema WHERE name = '{table}'")[0][0]
            for store in (before, after))
        added = new.removesuffix(") STRICT").removeprefix(old.removesuffix(") STRICT"))
        for column in re.split(r', (?=")', added.strip())[1:] if old != new else []:
            script.append(f'ALTER TABLE "{table}" ADD COLUMN {column};')
    known = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql <> ''"
    had = {name for name, _ in query(before, known)}
    script += [sql + ";" for name, sql in query(after, known) if name not in had]
    return "\n".join(script + ["PRAGMA foreign_key_check;", "COMMIT;"]) + "\n"


def digests(store, folder):
    """A digest of the content of every table, as SQLite's shell makes it."""
    found = {}
    for table in tables(store):
        answer = Path(folder) / "digest.txt"
        script = Path(folder) / "digest.sql"
        script.write_text(f'.sha3sum "{table}"\n')
        timing.run(shell(store, script), answer)
        found[table] = answer.read_text().split()[0]
    return found
