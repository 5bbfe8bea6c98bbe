#!/usr/bin/env bash
# Takes the main story through on a large store, with the look-ups of two other apps, and compares
# the content of every table by other means. BOOKS=50000 gives about a million rows.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
BOOKS=${BOOKS:-50000}
TIMEFORMAT='  %R s'

timed() {
  printf '\n$ %s\n' "$*"
  time "$@" >output.txt || { cat output.txt; exit 1; }
}

# Runs a file of queries.
look_up() { sqlite3 -readonly -bail "$1" <"$2"; }

say "Epilogue, version 1 to 4, with a backup before and a proof within"
timed migrate create library.store --schemas Schemas/Epilogue --version 1.0.0 \
  --sample "$BOOKS" --seed 1
du -h library.store
cp library.store before.store
timed migrate plan library.store --schemas Schemas/Epilogue
timed migrate apply library.store --schemas Schemas/Epilogue --backup library.backup.json
timed migrate verify library.store --schemas Schemas/Epilogue
timed migrate restore library.backup.json restored.store

say "Version 1 against version 4, table by table"
compare_stores before.store library.store

say "Version 1 against what its backup restores to"
compare_stores before.store restored.store

say "EpilogueCache: 1,000 look-ups among $BOOKS cached answers, by hash and by title"
migrate create cache.store --schemas Schemas/EpilogueCache >output.txt
sqlite3 -bail cache.store "
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $BOOKS)
  INSERT INTO CachedQuery (queryHash, bookTitle, response, tokensUsed, responseTime, createdAt,
    lastAccessedAt, accessCount, confidence)
  SELECT 'hash ' || i, 'book ' || (i / 10), hex(randomblob(200)), 0, 0, i, i, 0, 1 FROM n"
for key in "queryHash = 'hash " "bookTitle = 'book "; do
  for number in $(seq 1000); do
    echo "SELECT response FROM CachedQuery WHERE $key$((number * BOOKS / 10000))'
      ORDER BY createdAt DESC LIMIT 1;"
  done >queries.sql
  timed look_up cache.store queries.sql
done

say "TwinMind: 1,000 recordings with their 10,000 segments, in order"
migrate create recordings.store --schemas Schemas/TwinMind >output.txt
sqlite3 -bail recordings.store "
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
  INSERT INTO RecordingSession
    (_id, id, title, createdAt, duration, audioFilePath, sampleRate, bitDepth, format)
  SELECT i, 'S' || i, 'Session ' || i, 1000 - i, 60, i || '.caf', 44100, 16, 'caf' FROM n;
  INSERT INTO AudioSegment
    (id, startTime, endTime, segmentFilePath, status, retryCount, session)
  SELECT 'S' || _id || '.' || value, value, value + 1, 'x.caf', 'pending', 0, _id
  FROM RecordingSession, json_each('[9,8,7,6,5,4,3,2,1,0]')"
echo "SELECT * FROM RecordingSession AS r JOIN AudioSegment AS s ON s.session = r._id
  ORDER BY r.createdAt DESC, r._id, s.startTime;" >queries.sql
timed look_up recordings.store queries.sql
[ "$(wc -l <output.txt)" -eq 10000 ]

echo
echo "rows and content of every table are the same before and after"
