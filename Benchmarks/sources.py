"""Swift programs of any size, made of one app's models, screens and tests under other names."""

import json
import re
from pathlib import Path

import stores
import timing

FIXTURE = stores.REPOSITORY / "Tests" / "SwiftModelsTests" / "Fixtures" / "BooksTracker"
DECLARED = re.compile(r"\b(?:class|struct|enum|actor) ([A-Z]\w*)")


def program(folder, state, lines):
    """A folder with about as many lines of Swift, and how often the app is in it.

    The app is the one that related objects before it inserted them, `Before` or `After` its authors
    mended it.
    """
    texts = {file.name: file.read_text() for file in sorted((FIXTURE / state).glob("*.swift"))}
    names = {name for text in texts.values() for name in DECLARED.findall(text)}
    pattern = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    copies = lines // sum(text.count("\n") for text in texts.values()) + 1
    for copy in range(1, copies + 1):
        app = folder / f"App{copy}"
        app.mkdir(parents=True)
        for name, text in texts.items():
            (app / name).write_text(pattern.sub(rf"\g<1>{copy}", text))
    return folder, copies


def is_read_by(migrate):
    """Whether the half of the command that reads Swift lies beside it."""
    return (Path(migrate).parent / "migrate-swift").exists()


def formatted(folder):
    """The peer: it reads every file, too, and looks at its form."""
    return timing.Command(["swift", "format", "lint", "--parallel", "--recursive", folder])


def findings(report):
    """How many findings a report in JSON tells, by rule."""
    counts = {}
    for finding in json.loads(report.read_text())["diagnostics"]:
        counts[finding["code"]] = counts.get(finding["code"], 0) + 1
    return counts
