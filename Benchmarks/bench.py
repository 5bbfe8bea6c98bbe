"""Times `migrate` beside other tools that do the same work, and prints a table.

BENCH=small, medium or large is the size of the store; BENCH=peers measures beside tools of Python, on a
store of 5,000 books; FIGURES=backup,verify picks figures by words of their names; ROUNDS=5 is how often
each pair is measured; OUTPUT=FILE keeps the table.
"""

import os
import shutil
import sys
import tempfile

import figures
import peers
import stores
import table
import timing

BOOKS = {"small": 200, "peers": 5_000, "medium": 50_000, "large": 500_000}
ROUNDS = {"small": 15, "peers": 3, "medium": 5, "large": 3}
# What the store, its copies and its backups need at most, in bytes for each book.
ROOM_FOR_EACH_BOOK = 60_000


def main():
    """Measures, prints, and says whether every result was right."""
    size = os.environ.get("BENCH", "medium")
    if size not in BOOKS:
        sys.exit(f"bench: BENCH is '{size}', and can be {', '.join(BOOKS)}")
    rounds = int(os.environ.get("ROUNDS", ROUNDS[size]))
    wanted = [word for word in os.environ.get("FIGURES", "").split(",") if word]
    migrate = os.path.abspath(os.environ.get("MIGRATE", ".build/release/migrate"))
    with tempfile.TemporaryDirectory(prefix="migrate-bench-") as folder:
        need_room(folder, BOOKS[size])
        say(f"a store of Epilogue 1 with {BOOKS[size]:,} books in {folder}")
        place = stores.Workplace(folder, migrate, BOOKS[size])
        say(f"{stores.rows(place.store):,} rows, {place.store.stat().st_size / 1e6:.0f} MB")
        kind = peers if size == "peers" else figures
        rows = list(measured(kind.all_figures(place, wanted), rounds))
    report(rows, size, rounds)


def need_room(folder, books):
    """Ends where the disk has no room for what is going to be made."""
    needed, free = books * ROOM_FOR_EACH_BOOK, shutil.disk_usage(folder).free
    if free < needed:
        sys.exit(f"bench: {folder} has {free / 1e9:.1f} GB free, and {needed / 1e9:.1f} GB are needed")


def measured(all_figures, rounds):
    """The rows of the table, each told as soon as it is there."""
    for figure in all_figures:
        ours, theirs = timing.in_turn(
            lambda: timing.run(figure.ours(), figure.outputs[0]),
            lambda: timing.run(figure.theirs(), figure.outputs[1]), max(rounds, figure.rounds))
        figure.check()
        row = table.Row(figure, ours, theirs)
        say("  ".join(row.cells))
        yield row


def report(rows, size, rounds):
    """The table, to the screen and to a file that is asked for."""
    text = f"{table.machine()}, {table.today()}, `BENCH={size}`, {rounds} rounds\n\n"
    text += table.markdown(row.cells for row in rows)
    print(text)
    if "OUTPUT" in os.environ:
        with open(os.environ["OUTPUT"], "w") as file:
            file.write(text)


def say(text):
    """Tells how far it is, where the table does not go."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except (timing.Failed, figures.Wrong) as error:
        sys.exit(f"bench: {error}")
