"""Projects of Django: one of a store that is there, and one of a wide model."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import stores
import timing
import wide

APP = "library"

SETTINGS = '''
import os

SECRET_KEY = "benchmark"
INSTALLED_APPS = ["library"]
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["STORE"]},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
'''

CHANGE = '''
from django.db import migrations, models


def fill(apps, schema_editor):
    schema_editor.execute("UPDATE \\"{table}\\" SET \\"{column}\\" = '' WHERE \\"{column}\\" IS NULL")


class Migration(migrations.Migration):
    dependencies = [("library", "0001_initial")]
    operations = [
        migrations.RunPython(fill),
        migrations.AlterField("{model}", "{field}", models.TextField(db_column="{column}")),
    ]
'''


@dataclass(frozen=True)
class Project:
    """A folder with settings and one app, a database, and the programs."""

    folder: Path
    database: Path
    programs: Path

    def write(self):
        """Writes what every project has."""
        (self.folder / APP / "migrations").mkdir(parents=True, exist_ok=True)
        (self.folder / "settings.py").write_text(SETTINGS)
        for name in ("__init__.py", "models.py", "migrations/__init__.py"):
            (self.folder / APP / name).touch()
        return self

    def on(self, database):
        """The same project on another database."""
        return replace(self, database=database)

    def command(self, *arguments):
        """A command of Django."""
        return timing.Command([
            "env", f"STORE={self.database}", f"PYTHONPATH={self.folder}",
            "DJANGO_SETTINGS_MODULE=settings", self.programs / "python", "-m", "django",
            *arguments])

    def write_models(self, text):
        """Writes the models of the app."""
        (self.folder / APP / "models.py").write_text(text)

    def prepare_change(self, table, column):
        """Lets the database count as migrated so far, and writes the migration that is to come."""
        timing.run(self.command("makemigrations", APP, "--skip-checks"))
        timing.run(self.command("migrate", APP, "0001", "--fake", "--skip-checks"))
        models = (self.folder / APP / "models.py").read_text()
        body = re.search(rf"^class {table.capitalize()}\(.*?(?=^class |\Z)", models, re.MULTILINE | re.DOTALL)
        field = re.search(
            rf"^    (\w+) = models.TextField\(.*?$", next(
                line for line in body.group().splitlines()
                if re.match(rf"    {column}\b|.*db_column='{column}'", line, re.IGNORECASE)))
        (self.folder / APP / "migrations" / "0002_change.py").write_text(
            CHANGE.format(table=table, column=column, model=table.lower(), field=field.group(1)))


def of_store(folder, store, programs):
    """A project with a model for every table of a store, as Django reads them."""
    project = Project(folder, store, programs).write()
    answer = folder / "inspected.py"
    timing.run(project.command("inspectdb", *stores.tables(store)), answer)
    # Of what it does not manage Django changes nothing, and a key of its own is never NULL.
    text = answer.read_text().replace("managed = False", "managed = True")
    text = re.sub(r"(primary_key=True.*?), blank=True, null=True", r"\1", text)
    project.write_models(text)
    return project


def of_wide_model(folder, programs, entities):
    """A project whose models differ from its migrations in a tenth of the fields."""
    project = Project(folder, folder / "wide.db", programs).write()
    project.write_models(wide_models(entities, changed=False))
    timing.run(project.command("makemigrations", APP))
    project.write_models(wide_models(entities, changed=True))
    return project


def wide_models(entities, changed):
    """The models of a wide app."""
    lines = ["from django.db import models"]
    for entity in range(entities):
        lines.append(f"\n\nclass Entity{entity}(models.Model):")
        for attribute in range(wide.ATTRIBUTES):
            null = "null=True" if changed and wide.is_changed(entity, attribute) else ""
            lines.append(f"    value{attribute} = models.TextField({null})")
    return "\n".join(lines) + "\n"
