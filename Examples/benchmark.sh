#!/usr/bin/env bash
# Times the main story on a large store and compares the content by other means.
# BOOKS=50000 gives about a million rows.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
BOOKS=${BOOKS:-50000}
TIMEFORMAT='  %R s'

timed() {
  printf '\n$ %s\n' "$*"
  time "$@" >output.txt || { cat output.txt; exit 1; }
}

# The number of rows of every table of version 1, by the sqlite3 shell.
counts() {
  local table
  for table in AmbientSession BookModel CapturedNote CapturedQuestion CapturedQuote \
    QueuedQuestion ReadingSession; do
    sqlite3 library.store "SELECT '$table', count(*) FROM $table"
  done
}

# A digest of every value of the books that version 1 has.
books() {
  sqlite3 library.store "
    SELECT _id, quote(id), quote(localId), quote(title), quote(author), quote(coverImageURL),
      isInLibrary, quote(dateAdded), quote(isbn), quote(publisher), quote(publishedYear),
      pageCount, quote(bookDescription), readingStatus, quote(rating), quote(userNotes)
    FROM BookModel ORDER BY _id" | sha256
}

timed migrate create library.store --schemas Schemas/Epilogue --version 1.0.0 \
  --sample "$BOOKS" --seed 1
counts | tee before.txt
du -h library.store
books >books-before.txt

timed migrate plan library.store --schemas Schemas/Epilogue
timed migrate apply library.store --schemas Schemas/Epilogue --backup library.backup.json
timed migrate verify library.store --schemas Schemas/Epilogue
timed migrate restore library.backup.json restored.store

counts >after.txt
books >books-after.txt
cmp before.txt after.txt
cmp books-before.txt books-after.txt
echo
echo "rows and content are the same before and after"
