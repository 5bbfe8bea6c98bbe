"""Projects of Alembic: one that changes a table, and one that compares a wide model."""

import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import timing
import wide

ENVIRONMENT = '''
from alembic import context
from sqlalchemy import create_engine
{imports}
engine = create_engine(context.config.get_main_option("sqlalchemy.url"))
with engine.connect() as connection:
    context.configure(
        connection=connection, target_metadata={metadata}, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
'''

TEMPLATE = '''"""${message}"""
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
from alembic import op
import sqlalchemy as sa


def upgrade():
    ${upgrades if upgrades else "pass"}
'''

CHANGE = '''
revision = "1"
down_revision = None
from alembic import op
import sqlalchemy as sa


def upgrade():
    op.execute("UPDATE \\"{table}\\" SET \\"{column}\\" = '' WHERE \\"{column}\\" IS NULL")
    with op.batch_alter_table("{table}") as batch:
        batch.alter_column("{column}", existing_type=sa.Text(), nullable=False)
'''

MODEL = '''
from sqlalchemy import Column, Integer, MetaData, String, Table

metadata = MetaData()
for entity in range({entities}):
    Table(
        f"Entity{{entity}}", metadata, Column("id", Integer, primary_key=True),
        *(Column(f"value{{attribute}}", String, nullable=(entity + attribute) % 10 == 0)
          for attribute in range({attributes})))
'''


@dataclass(frozen=True)
class Project:
    """A folder with an environment of Alembic and the programs."""

    folder: Path
    programs: Path

    def write(self, imports="", metadata="None"):
        """Writes what every project has."""
        (self.folder / "scripts" / "versions").mkdir(parents=True, exist_ok=True)
        (self.folder / "scripts" / "env.py").write_text(
            ENVIRONMENT.format(imports=imports, metadata=metadata))
        (self.folder / "scripts" / "script.py.mako").write_text(TEMPLATE)
        return self

    def command(self, database, *arguments):
        """A command of Alembic on a database."""
        settings = self.folder / "alembic.ini"
        settings.write_text(
            f"[alembic]\nscript_location = {self.folder / 'scripts'}\n"
            f"prepend_sys_path = {self.folder}\nsqlalchemy.url = sqlite:///{database}\n")
        return timing.Command([self.programs / "alembic", "-c", settings, *arguments])

    def upgrade(self, database):
        """The migration of a database to the newest revision."""
        return self.command(database, "upgrade", "head")

    def autogenerate(self):
        """The comparison of the model with its database, as if it were the first."""
        for old in self.revisions():
            old.unlink()
        return self.command(self.folder / "wide.db", "revision", "--autogenerate", "-m", "change")

    def revisions(self):
        """The revisions that were written."""
        return list((self.folder / "scripts" / "versions").glob("*.py"))

    def altered_columns(self):
        """How many columns the revision changes."""
        return sum(len(re.findall("alter_column", file.read_text())) for file in self.revisions())


def of_change(folder, programs, table, column):
    """A project whose only revision makes a column required."""
    project = Project(folder, programs).write()
    revision = folder / "scripts" / "versions" / "change.py"
    revision.write_text(CHANGE.format(table=table, column=column))
    return project


def of_wide_model(folder, programs, entities):
    """A project whose model differs from its database in a tenth of the columns."""
    project = Project(folder, programs).write("from model import metadata", "metadata")
    (folder / "model.py").write_text(MODEL.format(entities=entities, attributes=wide.ATTRIBUTES))
    database = folder / "wide.db"
    if not database.exists():
        columns = ", ".join(f"value{number} VARCHAR NOT NULL" for number in range(wide.ATTRIBUTES))
        with sqlite3.connect(database) as connection:
            for entity in range(entities):
                connection.execute(
                    f"CREATE TABLE Entity{entity} (id INTEGER NOT NULL PRIMARY KEY, {columns})")
    return project
