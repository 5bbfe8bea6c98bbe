#!/usr/bin/env bash
# The delete rules of a model hold in its store, whatever writes to it: here the sqlite3 shell.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

sql() { sqlite3 -bail "$store" "PRAGMA foreign_keys = ON; $1"; }

say "Epilogue: one book, a session of it, and a note captured in the session"
store=library.store
run migrate create library.store --schemas Schemas/Epilogue --version 4.0.0
run sql "
  INSERT INTO BookModel (_id, localId, dateAdded) VALUES (1, 'A', 0);
  INSERT INTO AmbientSession (_id, bookModel) VALUES (1, 1);
  INSERT INTO CapturedNote (_id, book, ambientSession) VALUES (1, 1, 1);"

say "Delete the session: the note stays, without a session (nullify)"
run sql "DELETE FROM AmbientSession; SELECT _id, book, ambientSession FROM CapturedNote"

say "Delete the book: the note goes too (cascade)"
run sql "DELETE FROM BookModel; SELECT count(*) FROM CapturedNote"

say "BooksTracker 2: an edition in use is not deleted (deny)"
store=catalogue.store
run migrate create catalogue.store --schemas Schemas/BooksTracker --version 2.0.0
run sql "
  INSERT INTO Work (_id, title, subjectTags, dateCreated, lastModified)
    VALUES (1, 'Emma', '[]', 0, 0);
  INSERT INTO Edition (_id, contributors, dateCreated, lastModified, work)
    VALUES (1, '[]', 0, 0, 1);
  INSERT INTO UserLibraryEntry (readingStatus, dateAdded, lastModified, work, edition)
    VALUES ('reading', 0, 0, 1, 1);"
status=0
run sql "DELETE FROM Edition" || status=$?
echo "(exit status $status)"
[ "$status" -ne 0 ]
