// Made of the rules' doc comments, which are where a page is changed:
// RECORD=1 swift test --filter RulePagesTests
// swift-format-ignore-file

/// The pages of all rules, for a program that has no source beside it.
enum RulePages {
  static let text: [RuleID: String] = [
"ambiguous-inverse": #"""
Flags a relationship without inverse for which several relationships could be the inverse.

## Why

Where nothing is said the platform infers an inverse from the types alone. Between two entities
with more than one relationship it takes one of several, or none, and which one is not
promised: a book may come to stand in its editor's list of written books. The links go wrong
without an error.

## Example

```yaml
entities:
  Person:
    relationships:
      books: {toMany: Book, delete: nullify}
  Book:
    relationships:
      author: {toOne: Person?, delete: nullify}
      editor: {toOne: Person?, delete: nullify}
```

## Use instead

```yaml
entities:
  Person:
    relationships:
      books: {toMany: Book, inverse: author, delete: nullify}
      editedBooks: {toMany: Book, inverse: editor, delete: nullify}
  Book:
    relationships:
      author: {toOne: Person?, inverse: books, delete: nullify}
      editor: {toOne: Person?, inverse: editedBooks, delete: nullify}
```

## When it is safe

Never. A relationship that should have no inverse needs one all the same: see
`missing-inverse`, which is silent where this rule speaks.

## References

- https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
"""#,

"blanket-suppression": #"""
Flags an exception that names no rule, and so would hide everything.

## Why

It would also hide the mistake that is made at its line tomorrow. So it excepts nothing, and
says so: name the rules that are meant.

## Example

```yaml
entities:
  Book:
    attributes:
      hash: string # migrate:ignore -- we know
```

## Use instead

```yaml
entities:
  Book:
    attributes:
      hash: string # migrate:ignore reserved-name -- the shop's own word, released in 2019
```

## When it is safe

Never. To leave a folder out, lint the other ones; to begin with a project that has many
findings, write a baseline.

## References

- https://docs.astral.sh/ruff/rules/blanket-noqa/
"""#,

"cardinality-narrowed": #"""
Flags a relationship that led to many objects and leads to one now.

## Why

Of several objects one can stay, and nobody has said which. Apple's documents do not agree on
whether the platform infers the change at all; where it does, it chooses, and the other links
are gone.

## Example

```yaml
# V1.yaml
entities:
  Book:
    relationships: {shelves: {toMany: Shelf, inverse: books, delete: nullify}}
  Shelf:
    relationships: {books: {toMany: Book, inverse: shelves, delete: nullify}}
# V2.yaml
entities:
  Book:
    relationships:
      shelf: {toOne: Shelf?, inverse: books, delete: nullify, renamedFrom: shelves}
  Shelf:
    relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
```

## Use instead

Say which one stays, or keep the to-many and let the app use its first object.

```yaml
# V1.yaml
entities:
  Book:
    relationships: {shelves: {toMany: Shelf, inverse: books, delete: nullify}}
  Shelf:
    attributes: {label: string}
    relationships: {books: {toMany: Book, inverse: shelves, delete: nullify}}
# V2.yaml
entities:
  Book:
    relationships:
      shelf: {toOne: Shelf?, inverse: books, delete: nullify, renamedFrom: shelves}
  Shelf:
    attributes: {label: string}
    relationships: {books: {toMany: Book, inverse: shelf, delete: nullify}}
migration:
  kind: custom
  map:
    Book:
      shelf: {keep: oldest(label)}
  after:
    - {count: Book}
```

`keep` chooses among the shelves that each book was on: the first in their order (`first`), the one
with the greatest or least value (`newest`, `oldest`), or one that meets a condition before others
(`prefer`).

## When it is safe

Where no object leads to more than one (`--store FILE` shows that): `migrate apply` keeps that
one, and refuses where there are several.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"cascade-cycle": #"""
Flags delete rules `cascade` that lead back to where they began.

## Why

A cascade goes from a whole to its parts. Where it also goes from a part to its whole, deleting
one note deletes its book, and with the book every other note: the deletion spreads over all
that is linked, in whatever direction. The same happens round a circle of several entities.

## Example

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book?, inverse: notes, delete: cascade}
```

## Use instead

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book?, inverse: notes, delete: nullify}
```

## When it is safe

In a tree of one entity (`children` with `cascade`, `parent` with `nullify`), which is not
flagged. In a tree of several entities, folders that hold boxes that hold folders, whose
objects never form a circle: except those with a comment that says so.

## References

- https://developer.apple.com/documentation/coredata/nsdeleterule/cascadedeleterule
"""#,

"case-collision": #"""
Flags two names of one kind that differ by the case of letters only.

## Why

A database does not tell `Open` and `open` apart in names, a file system often does not, and a
reader seldom does. Entities and properties like that make a model unusable, and reading it says
so already. This rule looks at what is left: the cases of an enumeration, the elements of a
composite, shared types and entities, and queries.

## Example

```yaml
enums:
  State: [open, Open, done]
entities:
  Task:
    attributes: {state: State}
```

## Use instead

```yaml
enums:
  State: [open, reopened, done]
entities:
  Task:
    attributes: {state: State}
```

## When it is safe

Where both names come from elsewhere and cannot be changed.

There is no fix: what the second thing is to be called, or whether it is the first once more, is
for you to say. A released case can have another name and keep what objects hold, its raw value;
the others have `renamedFrom` or nothing that is stored.

## References

- https://www.sqlite.org/lang_keywords.html
"""#,

"cast-as-conversion": #"""
Flags a conversion of text to a number that nothing guards.

## Why

CAST never fails. `CAST('abc' AS INTEGER)` is 0, and so is that of an empty text; `'12 pages'`
is 12, `'1e3'` is 1, and what is too large becomes the largest number there is. Wrong values
come out that look right, and the old ones are gone. Arithmetic does the same: `pages + 0`.

## Example

```sql
UPDATE Book SET pages = CAST(pagesText AS INTEGER);
```

## Use instead

Convert what is spelt as a number, and decide about the rest.

```sql
UPDATE Book SET pages = CASE
  WHEN CAST(CAST(pagesText AS INTEGER) AS TEXT) = pagesText THEN CAST(pagesText AS INTEGER)
  ELSE -1 END;
```

Or let `migrate` convert it: an attribute that changes its type and has no expression is
converted where every value fits, and the migration is refused where one does not.

## When it is safe

Of a value that is a number already, which is not flagged where the versions say so, and of a
literal. A statement that looks at all of the same value before it converts is taken at its
word: with the comparison above, `typeof`, REGEXP, or GLOB. `GLOB '[0-9]*'` is no such look: it
is about the first character alone.

## References

- https://www.sqlite.org/lang_expr.html#castexpr
"""#,

"composite-changed": #"""
Flags a stored structure whose shape is no longer the one that objects hold.

## Why

A `Codable` struct in a model is stored piece by piece, and its own `Codable` code and coding
keys are not asked when a store migrates. A piece that is gone takes its values along, one that
is required and has no default has none to get (error 134110), and one of another type is not
converted.

## Example

```yaml
# V1.yaml
composites:
  Address: {attributes: {street: string?, code: string?}}
entities:
  Person: {attributes: {home: Address?}}
# V2.yaml
composites:
  Address: {attributes: {street: string?, code: int?}}
entities:
  Person: {attributes: {home: Address?}}
```

## Use instead

Add to a structure what may be empty or has a default, and leave the rest as it is; or say how
the old values become new ones for every attribute that holds it.

```yaml
# V1.yaml
composites:
  Address: {attributes: {street: string?, code: string?}}
entities:
  Person: {attributes: {home: Address?}}
# V2.yaml
composites:
  Address: {attributes: {street: string?, code: string?, number: int?}}
entities:
  Person: {attributes: {home: Address?}}
```

## When it is safe

Where no object holds such a value.

## References

- https://developer.apple.com/documentation/coredata/modeling-data/configuring-attributes
"""#,

"container-fatal-error": #"""
Flags an app that ends itself where its store cannot be opened.

## Why

A store cannot be opened when a migration fails, when the disk is full, or when the app is
older than the store. Where the app ends at that point, it does so at every launch, and there
is no way out but to delete it, with all that it holds.

A function that opens the container and lets its error through is followed.

## Example

```swift
import SwiftData

@Model final class Book { var title = "" }

func makeContainer() -> ModelContainer {
  do {
    return try ModelContainer(for: Book.self)
  } catch {
    fatalError("\(error)")
  }
}
```

## Use instead

```swift

@Model final class Book { var title = "" }

func makeContainer() throws -> ModelContainer {
  // The caller shows what went wrong, and offers to try again or to restore a backup.
  try ModelContainer(for: Book.self)
}
```

## When it is safe

For a container that is in memory only, and in previews and tests; they draw nothing.

## References

- https://developer.apple.com/documentation/swiftdata/modelcontainer
"""#,

"custom-without-assertion": #"""
Flags a custom migration that checks nothing afterwards.

## Why

A custom migration does what nobody can infer, so nobody but its author can tell whether it did
the right thing. One check in the same transaction turns a wrong one into a migration that is
undone, where it would otherwise be found out by the users.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string}
migration:
  kind: custom
  map:
    Book:
      title: {using: "trim(title)"}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string}
migration:
  kind: custom
  map:
    Book:
      title: {using: "trim(title)"}
  after:
    - {count: Book}
    - {expect: "SELECT count(*) FROM Book WHERE title <> trim(title)", equals: 0}
```

## When it is safe

`migrate apply` proves counts, values and links of all that is carried over, whether it is
checked here or not. What an expression makes of the values only a check can judge.

## References

- https://developer.apple.com/documentation/coredata/staged-migrations
"""#,

"dangling-reference-risk": #"""
Flags a to-one without inverse to an entity whose objects another deletion takes along.

## Why

Without an inverse the object at the other end does not know who refers to it. When it goes,
because the object that it belongs to was deleted with `cascade`, nothing empties the
reference: it leads nowhere, and the next access crashes or shows an object that is not there.

## Example

```yaml
entities:
  Shelf:
    relationships:
      books: {toMany: Book, inverse: shelf, delete: cascade}
  Book:
    relationships:
      shelf: {toOne: Shelf?, inverse: books, delete: nullify}
  Reminder:
    relationships:
      book: {toOne: Book?, delete: nullify}
```

## Use instead

```yaml
entities:
  Shelf:
    relationships:
      books: {toMany: Book, inverse: shelf, delete: cascade}
  Book:
    relationships:
      shelf: {toOne: Shelf?, inverse: books, delete: nullify}
      reminders: {toMany: Reminder, inverse: book, delete: nullify}
  Reminder:
    relationships:
      book: {toOne: Book?, inverse: reminders, delete: nullify}
```

## When it is safe

Where the app looks for such references itself whenever it deletes. This rule speaks only where
a team has switched `missing-inverse` off; else that rule says the same and more.

## References

- https://developer.apple.com/documentation/coredata/nsrelationshipdescription/inverserelationship
"""#,

"defer-is-not-off": #"""
Flags `PRAGMA defer_foreign_keys` where a table is dropped afterwards.

## Why

It puts off the check of foreign keys until COMMIT, and nothing else. Dropping a table deletes
its rows first, and what the children declare happens at once: `ON DELETE CASCADE` deletes them,
`SET NULL` empties their links. At COMMIT all is consistent, and gone.

## Example

```sql
PRAGMA defer_foreign_keys = ON;
CREATE TABLE Book_new (title TEXT);
INSERT INTO Book_new SELECT title FROM Book;
DROP TABLE Book;
ALTER TABLE Book_new RENAME TO Book;
```

## Use instead

```sql
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE Book_new (title TEXT);
INSERT INTO Book_new SELECT title FROM Book;
DROP TABLE Book;
ALTER TABLE Book_new RENAME TO Book;
PRAGMA foreign_key_check;
COMMIT;
```

## When it is safe

Where nothing refers to the table that is dropped, or every reference is `NO ACTION`.

## References

- https://www.sqlite.org/foreignkeys.html#fk_schemacommands
"""#,

"delete-without-where": #"""
Flags a DELETE without a WHERE.

## Why

It deletes every row, and with it what cascades. In a migration that is seldom meant, and where
the condition was merely forgotten nothing fails.

## Example

```sql
DELETE FROM Note;
```

## Use instead

```sql
DELETE FROM Note WHERE book IS NULL;
```

Where every row is meant, drop the entity, or write `WHERE true`.

## When it is safe

On a table that the script itself has made, which is not flagged.

## References

- https://www.sqlite.org/lang_delete.html
"""#,

"double-quoted-literal": #"""
Flags text in double quotes where a value is meant.

## Why

Double quotes are for names. Where there is no column of that name SQLite takes it for a text,
without a word; the day somebody adds such a column, the same SQL means something else. The
other way round a misspelt name becomes a text, and a condition compares with that.

## Example

```sql
UPDATE Book SET state = "open" WHERE state = "unread";
```

## Use instead

```sql
UPDATE Book SET state = 'open' WHERE state = 'unread';
```

## When it is safe

Where it is the name of a column. What the versions before and after declare is known and not
flagged; in a script by itself only what is compared with, or inserted as, a value is looked at.

## References

- https://www.sqlite.org/quirks.html#dblquote
"""#,

"drop-attribute": #"""
Flags an attribute that the next version no longer has, with all of its values.

## Why

The values are gone after the migration, silently, and they cannot be had back by releasing a
version that has the attribute again.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string, shelfMark: string?}
# V2.yaml
entities:
  Book:
    attributes: {title: string}
```

## Use instead

Keep the attribute, and let the app ignore it; or carry its values into another one first.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string, shelfMark: string?}
# V2.yaml
entities:
  Book:
    attributes: {title: string, place: string}
migration:
  kind: custom
  map:
    Book:
      place: {using: "coalesce(shelfMark, '')"}
  after:
    - {count: Book}
```

## When it is safe

Where no object has a value (`--store FILE` shows that), or where the values can be computed
again. Say so in an exception with a reason, and approve the loss when the store is migrated:
`--allow drop-attribute:Book.shelfMark`.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"drop-entity": #"""
Flags an entity that the next version no longer has, with all of its objects.

## Why

Every object of it is gone after the migration, and no backup is left on the devices of users.
On the platform the loss is silent: a model that is merely missing from a version's list has its
table dropped, and that is the most common way in which apps lose data.

In Swift, a stage of a migration plan that is inferred and keeps no entity at all is an error,
and a single entity that the last one drops a warning.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
  Shelf:
    attributes: {label: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string}
```

## Use instead

Keep the entity, and stop using it in the app. Or carry its values into another one first: an
expression that reads it is taken as the proof that somebody thought of them, and so is `from` with
its name. Of objects that no condition there takes, `migrate plan` tells the number in a store.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string, shelfLabel: string?}
  Shelf:
    attributes: {label: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string, shelfLabel: string?}
migration:
  kind: custom
  map:
    Book:
      shelfLabel: {using: "(SELECT label FROM Shelf LIMIT 1)"}
  after:
    - {count: Book}
```

## When it is safe

Where no store has objects of it (`--store FILE` shows that), or where they can be fetched
again. An abstract entity has none. Say so in an exception with a reason, and approve the loss
when the store is migrated: `--allow drop-entity:Shelf`.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"drop-relationship": #"""
Flags a relationship that the next version no longer has, with all of its links.

## Why

Which object belonged to which cannot be found out again afterwards. The objects stay, and what
they were for is lost.

## Example

```yaml
# V1.yaml
entities:
  Book:
    relationships: {readers: {toMany: Reader, inverse: books, delete: nullify}}
  Reader:
    relationships: {books: {toMany: Book, inverse: readers, delete: nullify}}
# V2.yaml
entities:
  Book: {}
  Reader: {}
```

## Use instead

Keep the end that stores the links; the other end may go without a loss.

```yaml
# V1.yaml
entities:
  Book:
    relationships: {readers: {toMany: Reader, inverse: books, delete: nullify}}
  Reader:
    relationships: {books: {toMany: Book, inverse: readers, delete: nullify}}
# V2.yaml
entities:
  Book:
    relationships: {readers: {toMany: Reader, delete: nullify}}
  Reader: {}
```

## When it is safe

Where no object has a link there (`--store FILE` shows that). Where an end's entity is gone too,
`drop-entity` says so and this rule is silent; of two ends that go together one is named.
Approve the loss when the store is migrated: `--allow drop-relationship:Book.readers`.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"duplicate-index": #"""
Flags an index that another index or a unique key of the same entity makes superfluous.

## Why

An index over `(author, title)` also finds by `author` alone, and a unique key is an index. The
shorter one answers no query faster, takes its share of the file, and slows every insertion.

## Example

```yaml
entities:
  Book:
    attributes: {author: string, title: string}
    indexes: [[author], [author, title]]
```

## Use instead

```yaml
entities:
  Book:
    attributes: {author: string, title: string}
    indexes: [[author, title]]
```

## When it is safe

Always; it only costs. A narrow index can be worth keeping beside a very wide one, where many
queries read its pages alone.

## References

- https://www.sqlite.org/queryplanner.html
"""#,

"entity-vanishes-between": #"""
Flags an entity that is missing from a version between two that have it.

## Why

A store that passes through the version between loses every object, and gets an empty entity
back. Most often a model was merely forgotten in the list of a version. A store that was made
before it and migrates straight to a later version keeps its objects, so that the loss depends
on which updates a user has installed, and nobody can reproduce it.

## Example

```yaml
# V1.yaml
entities:
  Book: {attributes: {title: string}}
  Shelf: {attributes: {label: string}}
# V2.yaml
entities:
  Book: {attributes: {title: string?}}
# V3.yaml
entities:
  Book: {attributes: {title: string?}}
  Shelf: {attributes: {label: string}}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book: {attributes: {title: string}}
  Shelf: {attributes: {label: string}}
# V2.yaml
entities:
  Book: {attributes: {title: string?}}
  Shelf: {attributes: {label: string}}
# V3.yaml
entities:
  Book: {attributes: {title: string?, isbn: string?}}
  Shelf: {attributes: {label: string}}
```

## When it is safe

Where the version between was never released: mend it, or take it out.

## References

- https://developer.apple.com/documentation/swiftdata/versionedschema
"""#,

"enum-case-removed": #"""
Flags a case that an enumeration no longer has and that objects may hold.

## Why

The stored value stays, for the platform does not look at it, and the app cannot read it any
more: in Swift, fetching such an object traps. `migrate apply` refuses the migration while an
object holds the case.

## Example

```yaml
# V1.yaml
entities:
  Task:
    attributes: {state: "enum(open, waiting, done)"}
# V2.yaml
entities:
  Task:
    attributes: {state: "enum(open, done)"}
```

## Use instead

Say what such objects hold from now on.

```yaml
# V1.yaml
entities:
  Task:
    attributes: {state: "enum(open, waiting, done)"}
# V2.yaml
entities:
  Task:
    attributes: {state: "enum(open, done)"}
migration:
  kind: custom
  map:
    Task:
      state: {using: "iif(state = 'waiting', 'open', state)"}
  after:
    - {count: Task}
```

Or keep the case, and stop offering it in the app. A case that merely has another name keeps its
raw value, as in `cases: {open: open, onHold: waiting}`, and nothing is rewritten.

No fix is offered where another case is new: the old one may be called so now.

## When it is safe

Where no object holds the case (`--store FILE` shows that).

## References

- https://developer.apple.com/documentation/swift/rawrepresentable
"""#,

"factory-without-context": #"""
Flags a function that makes a model, relates it and returns it without a context to insert into.

## Why

An object has only a temporary identifier until it is inserted into a context. A function that
makes an object and relates it to others has no other choice than to do so before that, unless
it is given a context. Whoever calls it gets an object whose links hold identifiers that change
under them, and cannot see it: the app crashes on saving, or the links are lost.

## Example

```swift

@Model final class Work { var editions: [Edition] = [] }
@Model final class Edition { var isbn = ""; var work: Work? }

func makeEdition(of work: Work) -> Edition {
  let edition = Edition()
  edition.work = work
  return edition
}
```

## Use instead

```swift

@Model final class Work { var editions: [Edition] = [] }
@Model final class Edition { var isbn = ""; var work: Work? }

func makeEdition(of work: Work, in context: ModelContext) -> Edition {
  let edition = Edition()
  context.insert(edition)
  edition.work = work
  return edition
}
```

## When it is safe

Where the object is only shown and never inserted, in a preview for one. What is named for that
(`preview`, `sample`, `mock`) gets no more than a note.

## References

- https://developer.apple.com/forums/thread/744506
- https://developer.apple.com/documentation/swiftdata/modelcontext/insert(_:)
"""#,

"filter-after-fetch": #"""
Flags a fetch of all objects of which only some are kept.

## Why

A fetch without a predicate reads every row and makes an object of each, and holds them all in
memory. The store could have found the few that are wanted, by an index if there is one. With
ten objects nobody notices; with a hundred thousand the app stands still.

## Example

```swift

@Model final class Book {
  var title = ""
  var isRead = false
}

func unread(_ context: ModelContext) throws -> [Book] {
  try context.fetch(FetchDescriptor<Book>()).filter { !$0.isRead }
}
```

## Use instead

```swift

@Model final class Book {
  var title = ""
  var isRead = false
}

func unread(_ context: ModelContext) throws -> [Book] {
  try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { !$0.isRead }))
}
```

## When it is safe

Where there are never more than some dozens of objects. A filter that no predicate can
express, because it calls a function or asks a computed property, draws nothing, and neither
does a list that is used a second time.

## References

- https://developer.apple.com/documentation/swiftdata/fetchdescriptor
- https://developer.apple.com/documentation/foundation/predicate
"""#,

"forced-save": #"""
Flags a `try!` that ends the app where a context cannot save or fetch.

## Why

A save fails for reasons that lie outside the app: a full disk, a locked device, a value that
another device synchronised. With `try!` each of them is a crash, and what was not saved is
lost with it.

## Example

```swift

func finish(_ context: ModelContext) {
  try! context.save()
}
```

## Use instead

```swift

func finish(_ context: ModelContext) throws {
  try context.save()
}
```

## When it is safe

In a preview or a test, of which the rule says nothing.

## References

- https://developer.apple.com/documentation/swiftdata/modelcontext/save()
"""#,

"identical-schema-versions": #"""
Flags two versions of one migration plan that describe the same store.

## Why

The platform knows a version by the hashes of its entities, and these leave out much: default
values, delete rules, indexes. Two versions with the same hashes are one version to it, and it
ends the app at launch with 'duplicate version checksums detected'.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "untitled" }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
  }
}
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var title = "untitled"
    var pages = 0
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
  }
}
```

## When it is safe

Never. Where nothing changes that is stored, no new version is needed; where a migration has
to run all the same, give a property a `hashModifier`. In a plan without stages, which the platform
seems not to ask, it is a warning: the first stage makes it the end of the app.

## References

- https://developer.apple.com/forums/thread/734693
- https://developer.apple.com/documentation/swiftdata/schemamigrationplan
"""#,

"identical-versions": #"""
Flags two versions that are one and the same to the platform.

## Why

The platform tells versions apart by hashes that leave much out: defaults, delete rules,
indexes, validation rules, transformers. Where two versions differ in nothing else, they have
one checksum. SwiftData then crashes at launch ("Duplicate version checksums across stages
detected"). Core Data without a staged migration runs none: what the second version was for,
such as an index, never reaches the stores that are there.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string}
    indexes: [[title]]
```

## Use instead

Make the versions differ with a hash modifier, any text that is new; or let the change wait for
the next version that differs by itself.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: {type: string, hashModifier: with index}}
    indexes: [[title]]
```

## When it is safe

Where only `migrate apply` ever migrates the stores: it goes by version numbers and does what
the platform leaves out. Where the hash of an entity cannot be computed, nothing says that two
versions are one: neighbours of which no difference is one that hashes cover are a warning, and
other versions are not compared. The newest version is a note only as long as nothing at all is
different in it and no lock pins it: that is how `migrate new` begins one.

## References

- https://developer.apple.com/documentation/coredata/nsentitydescription/versionhash
"""#,

"implicit-delete-rule": #"""
Flags a relationship that does not say what a deletion does to the objects at its other end.

## Why

`nullify` is in force where nothing is said. Authors often believe that it is `cascade`: parts
of a deleted object then stay behind without their whole, take up space, and crash code that
counts on a parent. A delete rule that is written down has been thought about, and shows in a
review.

## Example

```yaml
entities:
  Session:
    relationships:
      segments: {toMany: Segment, inverse: session}
  Segment:
    relationships:
      session: {toOne: Session?, inverse: segments, delete: nullify}
```

## Use instead

```yaml
entities:
  Session:
    relationships:
      segments: {toMany: Segment, inverse: session, delete: cascade}
  Segment:
    relationships:
      session: {toOne: Session?, inverse: segments, delete: nullify}
```

## When it is safe

Where `nullify` is meant. Writing it out changes nothing: delete rules are not part of the
version hash, so no store has to migrate.

## References

- https://developer.apple.com/documentation/swiftdata/schema/relationship/deleterule-swift.enum
"""#,

"insert-before-relate": #"""
Flags objects that are related to others before both are inserted.

## Why

An object has only a temporary identifier until a context takes it. A link that is set before
that holds this identifier, and is lost or crashes the app on saving. It is set by an initializer
that takes the other object, by an assignment, by an addition to a to-many, or by a function or
setter that does one of these, and it does not matter which of the two objects is not inserted
yet.

In Swift source each object is followed from where it is made to where it is inserted: through
branches, loops, closures and the functions that the files declare, into optionals, lists,
dictionaries and what enumerations carry, in the properties of structs and other objects that a
function makes, and in a view's `@State` to the end of the closure that sets it. It is reported
where nothing on the way can have inserted it. What a result builder makes of objects is not
seen, as its own functions decide that. An object that never goes into a context, such as one
that only a preview shows, is a note.

In schema files the same order is asked of a migration. Under `map`, entities are listed in the
order in which their objects come into the new version. A relationship whose expression looks
its object up in an entity that is listed further down relates first and inserts later; a reader
of the migration cannot tell what the look-up will find. What is looked at are the expressions
under `map` that give a relationship its value, and whether they mention the relationship's
destination by name. They are not run, and a look-up through a view or under another name is not
seen; nor is an entity that has no map of its own, whose objects are carried over before. In the
tests that stand beside the schema files, a row that names another one has to come after it,
whose entity comes after the other's.

## Example

```swift

@Model final class Work {
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
  init(title: String) { self.title = title }
}

@Model final class Edition {
  var isbn: String?
  @Relationship(deleteRule: .nullify) var work: Work?
  init(isbn: String? = nil, work: Work? = nil) {
    self.isbn = isbn
    self.work = work
  }
}

func add(_ isbn: String, to work: Work, in context: ModelContext) {
  let edition = Edition(isbn: isbn, work: work)
  context.insert(edition)
}

func addWork(_ title: String, of edition: Edition, in context: ModelContext) {
  let work = Work(title: title)
  edition.work = work
  context.insert(work)
}
```

In a schema file:

```yaml
migration:
  kind: custom
  map:
    Edition:
      work: {using: "(SELECT _id FROM Work WHERE Work.title = workTitle)"}
    Work:
      title: {using: "trim(title)"}
```

## Use instead

Make them, insert both, and relate them then. The initializer takes no other object:

```swift

@Model final class Work {
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
  init(title: String) { self.title = title }
}

@Model final class Edition {
  var isbn: String?
  @Relationship(deleteRule: .nullify) var work: Work?
  init(isbn: String? = nil) { self.isbn = isbn }
}

func add(_ isbn: String, to work: Work, in context: ModelContext) {
  let edition = Edition(isbn: isbn)
  context.insert(edition)
  edition.work = work
}

func addWork(_ title: String, of edition: Edition, in context: ModelContext) {
  let work = Work(title: title)
  context.insert(work)
  edition.work = work
}
```

In a schema file, the entity that is looked up comes first:

```yaml
migration:
  kind: custom
  map:
    Work:
      title: {using: "trim(title)"}
    Edition:
      work: {using: "(SELECT _id FROM Work WHERE Work.title = workTitle)"}
```

## When it is safe

In Swift, where neither object is ever saved. In a migration, `apply` reads every expression from
the rows of the version before and checks foreign keys at the end, so that the order does not
change what it writes. Putting it right changes nothing either.

## References

- https://developer.apple.com/forums/thread/744506
- https://developer.apple.com/documentation/swiftdata/modelcontext/insert(_:)
- https://www.sqlite.org/foreignkeys.html#fk_deferred
"""#,

"inverse-mismatch": #"""
Flags a relationship whose inverse leads somewhere else, or names another inverse.

## Why

`A.x` says that `B.y` is its other end, and `B.y` says that it is not. Setting one of them then
changes a third relationship, or none at all. Core Data refuses such a model when it is loaded;
what SwiftData makes of it is not documented. Plans and migrations refuse it, too.

## Example

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: cascade}
      drafts: {toMany: Note, inverse: book, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book?, inverse: notes, delete: nullify}
```

## Use instead

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: cascade}
      drafts: {toMany: Note, inverse: draftOf, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book?, inverse: notes, delete: nullify}
      draftOf: {toOne: Book?, inverse: drafts, delete: nullify}
```

## When it is safe

Never. An inverse that names no inverse itself is another matter: see `missing-inverse`.

## References

- https://developer.apple.com/documentation/coredata/nsrelationshipdescription/inverserelationship
"""#,

"inverse-on-both-sides": #"""
Flags two relationships of which each names the other as its inverse.

## Why

`inverse:` stands at one end and speaks for both. Where both ends have it, the compiler ends
with 'circular reference resolving attached macro', and says nothing about which of the two
lines has to go.

## Example

```swift

@Model final class Book {
  @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
}
@Model final class Note {
  @Relationship(deleteRule: .nullify, inverse: \Book.notes) var book: Book?
}
```

## Use instead

```swift

@Model final class Book {
  @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
}
@Model final class Note {
  @Relationship(deleteRule: .nullify) var book: Book?
}
```

## When it is safe

Never.

## References

- https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
"""#,

"large-data-inline": #"""
Flags images, sounds, films and files that are kept in the database's rows.

## Why

A row with megabytes in it makes everything that touches its table slow: a list of titles reads
past the covers, a migration that rewrites the table copies them all, a backup holds them
twice, and a sync sends the whole record for a changed title. In external storage the row has a
name, and the bytes are in a file that is read when it is needed.

What is looked at is what the attribute's name ends in, and its `doc`: words such as image,
photo, cover, audio, video, recording, file. A color, a hash, a thumbnail or a bookmark of such
a thing is small and not flagged.

## Example

```yaml
entities:
  Book:
    attributes:
      coverImage: data?
```

## Use instead

```yaml
entities:
  Book:
    attributes:
      coverImage: {type: data, optional: true, storage: external}
```

## When it is safe

Where the values stay below some hundred kilobytes. Moving values out later is a custom
migration, for Core Data's version hash covers where they are kept; so the fix is one to make
before a release.

## References

- https://developer.apple.com/documentation/swiftdata/schema/attribute/option/externalstorage
- https://www.sqlite.org/intern-v-extern-blob.html
"""#,

"lightweight-only-stages": #"""
Flags lightweight stages in a row that cannot be inferred as the one step they are made into.

## Why

Lightweight stages that follow each other are collapsed: inference is tried straight from the
store's version to the last one of the run. Each stage by itself may be inferred, and the whole
not; then the launch fails ("missing mapping model"), for those users alone who skipped an
update.

## Example

```yaml
# V1.yaml
entities:
  Book: {attributes: {title: string, year: string?}}
# V2.yaml
entities:
  Book: {attributes: {title: string}}
# V3.yaml
entities:
  Book: {attributes: {title: string, year: int?}}
```

## Use instead

A custom stage ends the run, and a single check makes a stage custom. Or another name: what was
`year` is not `publishedIn`.

```yaml
# V1.yaml
entities:
  Book: {attributes: {title: string, year: string?}}
# V2.yaml
entities:
  Book: {attributes: {title: string}}
migration:
  kind: custom
  after:
    - {count: Book}
# V3.yaml
entities:
  Book: {attributes: {title: string, year: int?}}
```

## When it is safe

Where only `migrate apply` migrates the stores, which goes through every version; or where no
version before the last two is in the field.

## References

- https://developer.apple.com/documentation/coredata/staged-migrations
"""#,

"lightweight-stage-not-inferred": #"""
Flags a lightweight stage of a migration plan that the platform cannot infer.

## Why

A stage without code of its own is left to the platform, which infers some changes and no others:
it converts no types, and it has no value for the objects that are there where a new property
must have one. Such a stage compiles, and passes every test that begins with a new store. On
people's devices the app cannot open the store any more.

Stages without code that follow each other are made one step: the platform goes from the version
of a store to the last of them at once. So it is the way to that one that counts.

A custom stage both of whose handlers are `nil` has no code either: it does what the platform
infers, in a step of its own, and nothing else. One with handlers has such a step between them:
what has no value before it stops it, whatever `didMigrate` would do afterwards.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var pages: Int = 0 }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var pages: String = "0" }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
  }
}
```

## Use instead

A property of its own for the new type, which the stage fills; a later version drops the old one.

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var pages: Int = 0 }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var pages: Int = 0
    var extent: String = "0"
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
        didMigrate: { context in
          for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) {
            book.extent = "\(book.pages)"
          }
          try context.save()
        })
    ]
  }
}
```

## When it is safe

Where no store of the earlier version has an object that the change is about. Nothing is told of a
value that objects lack where `willMigrate` deletes all of them first, by a loop over all that it
fetches or by `context.delete(model:)`, and saves; where an error or a condition may keep some, no
more than a warning. A stage whose
version is locked, or is not the plan's last, has run on devices, so that no more than a warning
is told of it; nor is more told of a change of which nobody has shown what the platform does.

## References

- https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
- https://developer.apple.com/documentation/swiftdata/migrationstage
- https://developer.apple.com/videos/play/wwdc2022/10120/
"""#,

"live-model-in-versioned-schema": #"""
Flags a version that lists a model of the app itself instead of a frozen copy.

## Why

A `VersionedSchema` describes a store that is already on people's devices. Where it lists the
class that the app goes on to change, the version changes with it: the stores out there match
no version any more, and the app cannot open them. Two versions that list the same class are
one and the same version, whatever their numbers.

## Example

```swift

@Model final class Book { var title = "" }

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
}
```

## Use instead

```swift

typealias Book = SchemaV2.Book

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var title = ""
    var pages = 0
  }
}
```

## When it is safe

The newest version may list the classes of the app until it is released. From then on it has
to be frozen, so it gets no more than a note.

## References

- https://developer.apple.com/documentation/swiftdata/versionedschema
- https://developer.apple.com/videos/play/wwdc2023/10195/
"""#,

"lossy-type-change": #"""
Flags a change of an attribute's type that not every value survives.

## Why

The platform converts no types: it refuses the migration at launch. And the conversions that
databases make are not those one expects: `CAST('abc' AS INTEGER)` is 0, an integer beyond 2^53
becomes another number as a double, and what does not fit a smaller type is cut.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {year: string}
# V2.yaml
entities:
  Book:
    attributes: {year: int?}
```

## Use instead

Say what becomes of the values that do not fit; or add a new attribute beside the old one.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {year: string}
# V2.yaml
entities:
  Book:
    attributes: {year: int?}
migration:
  kind: custom
  map:
    Book:
      year: {using: "CASE WHEN year GLOB '[12][0-9][0-9][0-9]' THEN CAST(year AS INTEGER) END"}
  after:
    - {count: Book}
```

What becomes of the values that do not fit is for the team to say, so no fix writes it.

## When it is safe

Where every value that is stored fits (`--store FILE` shows that, and which do not): `migrate
apply` then converts them, and it refuses where one does not fit. A change that no value can
fail, such as `int16` to `int`, is not flagged.

## References

- https://www.sqlite.org/lang_expr.html#castexpr
- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"missing-inverse": #"""
Flags a relationship that names no inverse.

## Why

The two ends of a link are then two facts that nothing keeps equal: a note can point at a book
whose list does not have the note. When the book is deleted, no delete rule of its list reaches
the note's own reference, and the reference leads nowhere. SwiftData infers an inverse only
where exactly one pair fits, a sync through CloudKit refuses the model, and a to-many without
an inverse is kept as a single owner on the other side, so that an object can be in one list
only.

## Example

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book?, delete: nullify}
```

## Use instead

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book?, inverse: notes, delete: nullify}
```

## When it is safe

Never quite. Adding the inverse later changes the version hashes of both entities, so it takes
a new version; the sooner the cheaper.

## References

- https://developer.apple.com/documentation/swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)
- https://developer.apple.com/documentation/swiftdata/syncing-model-data-across-a-persons-devices
"""#,

"model-across-actors": #"""
Flags a model object that is handed from one actor to another.

## Why

A model object belongs to its context, and the context to one actor. Where another actor reads
or changes the object, both do so at once: values are lost, or the app ends with an error that
nobody can reproduce. An object's `persistentModelID` may go anywhere.

## Example

```swift

@Model final class Book { var title = "" }

@ModelActor actor Importer {
  func rename(_ book: Book) { book.title = "" }
}

@MainActor func run(_ importer: Importer, _ book: Book) async {
  await importer.rename(book)
}
```

## Use instead

```swift

@Model final class Book { var title = "" }

@ModelActor actor Importer {
  func rename(_ id: PersistentIdentifier) {
    guard let book = self[id, as: Book.self] else { return }
    book.title = ""
  }
}

@MainActor func run(_ importer: Importer, _ book: Book) async {
  await importer.rename(book.persistentModelID)
}
```

## When it is safe

Where the object is new, belongs to no context yet, and is not used again where it comes from:
this draws nothing. The compiler finds much of the rest by itself in the language mode of Swift 6.

## References

- https://developer.apple.com/documentation/swiftdata/modelactor
- https://developer.apple.com/documentation/swiftdata/persistentidentifier
"""#,

"model-missing-from-schema": #"""
Flags a model that the app has and that its schema does not list.

## Why

What a version does not list, and what no relationship of a listed model leads to, is not in
the store. Where the version before had it, the migration drops its table with all objects in
it, and says nothing. An entity is named after its class alone: where a version lists another
name for a class (`typealias Book = BookV2`), the entity is that of the class, `BookV2`, and the
`Book` of the version before is dropped all the same.

An app that inserts or fetches objects of a model that its container does not know ends at that
call. Only the app's own schemas and containers count: what tests and previews open is theirs.
Of a model that the app lists for nothing but a container in memory the rule warns, as its
objects may be meant for that one.

Where a container lists a model that the newest version of its migration plan lacks, the app
ends at launch. With a plan whose `stages` are empty that is a warning: apps that do so were
released and run, so the platform seems not to ask such a plan. Nothing promises that it stays
so, and the stores are of none of the plan's versions when it gets its first stage.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
  @Model final class Shelf { var name = "" }
}
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Shelf.self] }
  @Model final class Book { var title = "" }
  @Model final class Shelf { var name = "" }
}
```

## When it is safe

Where the model is not meant to be stored any more. Then take the class out of the app, too.
Of a class that nothing names it is a note: no code makes an object of it. In a version that no
plan lists beside others, and that nothing names, it is a note, too; a warning, where the version is
newer than all that the plan lists.

## References

- https://developer.apple.com/documentation/swiftdata/versionedschema/models
- https://developer.apple.com/documentation/swiftdata/modelcontainer
"""#,

"new-type-in-will-migrate": #"""
Flags a model of the new version in what runs before the migration.

## Why

In `willMigrate` the store is still of the old version, and its context knows only the old
classes. To fetch or insert an object of the new version there ends the app: the class has no
entity in that store.

The same goes for a class that neither of the two versions lists, as the app's own one does that
only a later version has.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var title = "" }
  @Model final class Note { var text = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
    var notes: [Note] = []
  }
  @Model final class Note {
    var text = ""
    var book: Book?
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: { context in
      context.insert(SchemaV2.Note())
      try context.save()
    }, didMigrate: nil)
}
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var title = "" }
  @Model final class Note { var text = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
    var notes: [Note] = []
  }
  @Model final class Note {
    var text = ""
    var book: Book?
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: nil,
    didMigrate: { context in
      context.insert(SchemaV2.Note())
      try context.save()
    })
}
```

## When it is safe

Never. What needs objects of the new version belongs into `didMigrate`.

## References

- https://developer.apple.com/documentation/swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)
"""#,

"no-action-delete": #"""
Flags the delete rule `noAction`, which leaves references to objects that are gone.

## Why

With `noAction` a deletion touches nothing at the other end. What pointed at the object still
does, and the next access to it crashes the app or shows an object that does not exist. No
foreign key can guard such a reference, and every later migration and restore has to carry it
along.

## Example

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: noAction}
  Note:
    relationships:
      book: {toOne: Book?, inverse: notes, delete: nullify}
```

## Use instead

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book?, inverse: notes, delete: nullify}
```

`nullify` keeps the notes without their book; `deny` keeps the book as long as it has notes.

## When it is safe

Where the app itself mends the other end in the same transaction, always. Then `nullify` costs
nothing more. Delete rules are not part of the version hash, so no store has to migrate.

## References

- https://developer.apple.com/documentation/coredata/nsdeleterule/noactiondeleterule
"""#,

"old-type-in-did-migrate": #"""
Flags a model of the old version in what runs after the migration.

## Why

In `didMigrate` the store is of the new version already, and its context knows only the new
classes. To fetch an object of the old version there ends the app, or finds nothing of what
was there before.

The same goes for a class that neither of the two versions lists, as the app's own one does that
only a later version has.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var title = "" }
  @Model final class Note { var text = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
    var notes: [Note] = []
  }
  @Model final class Note {
    var text = ""
    var book: Book?
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: nil,
    didMigrate: { context in
      for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) { note.text += "." }
      try context.save()
    })
}
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var title = "" }
  @Model final class Note { var text = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
    var notes: [Note] = []
  }
  @Model final class Note {
    var text = ""
    var book: Book?
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: nil,
    didMigrate: { context in
      for note in try context.fetch(FetchDescriptor<SchemaV2.Note>()) { note.text += "." }
      try context.save()
    })
}
```

## When it is safe

Never. What needs objects of the old version belongs into `willMigrate`.

## References

- https://developer.apple.com/documentation/swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)
"""#,

"oldest-supported-unreachable": #"""
Flags that the oldest version which is still in the field has no schema file to start from.

## Why

A store of that version cannot be migrated: nothing here says what it looks like. Users who come
back after a long time are those with the most data.

## Example

```yaml
# V1.yaml
version: 2.0.0
entities:
  Book: {attributes: {title: string}}
# V2.yaml
version: 3.0.0
entities:
  Book: {attributes: {title: string?}}
```

With `oldest-supported: {Library: 1.0.0}` in `migrate.yml`.

## Use instead

```yaml
# V1.yaml
version: 1.0.0
entities:
  Book: {attributes: {title: string, isbn: string?}}
# V2.yaml
version: 2.0.0
entities:
  Book: {attributes: {title: string}}
```

## When it is safe

Once no store of that version is left: raise the number in `migrate.yml`. Without a number there
nothing is said.

## References

- https://developer.apple.com/documentation/swiftdata/schemamigrationplan
"""#,

"optional-made-required": #"""
Flags a property that had to have no value before and must have one now.

## Why

The objects that have none get none. Where there is one such object the platform refuses the
migration at launch (error 134110), and Apple's own page on staged migrations has this as its
example of what cannot be inferred.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {isbn: string?}
# V2.yaml
entities:
  Book:
    attributes: {isbn: string}
```

## Use instead

Say what those objects get.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {isbn: string?}
# V2.yaml
entities:
  Book:
    attributes: {isbn: string}
migration:
  kind: custom
  map:
    Book:
      isbn: {using: "coalesce(isbn, 'unknown')"}
  after:
    - {count: Book}
```

A default does as well: objects without a value get it.

## When it is safe

Where every object has a value (`--store FILE` shows that).

## References

- https://developer.apple.com/documentation/coredata/staged-migrations
"""#,

"pragma-in-transaction": #"""
Flags a pragma that does nothing, or fails, because a migration is one transaction.

## Why

`PRAGMA foreign_keys = OFF` between BEGIN and COMMIT is ignored without a word. The table that
is rebuilt then takes its children along: `ON DELETE CASCADE` deletes them, `SET NULL` empties
their links, and the migration reports success. This is how most tools that lost data have lost
it. Others, such as `journal_mode` or `synchronous`, end the script with an error.

## Example

```sql
BEGIN;
PRAGMA foreign_keys = OFF;
DROP TABLE Book;
ALTER TABLE Book_new RENAME TO Book;
COMMIT;
```

## Use instead

```sql
PRAGMA foreign_keys = OFF;
BEGIN;
DROP TABLE Book;
ALTER TABLE Book_new RENAME TO Book;
PRAGMA foreign_key_check;
COMMIT;
```

In a migration that `migrate apply` carries out leave it out: foreign keys are off before the
transaction begins, and checked before it ends.

## When it is safe

Never. Pragmas that only ask something are not flagged, nor is what stands before a script's own
BEGIN.

## References

- https://www.sqlite.org/pragma.html#pragma_foreign_keys
"""#,

"predicate-on-enum": #"""
Flags a predicate that looks at a property whose type is an enumeration.

## Why

SwiftData cannot ask a store about an enumeration, nor about its `rawValue`: it stores the
value as a composite that predicates cannot look into. The compiler accepts such a predicate,
and the fetch fails while the app runs, or ends it.

## Example

```swift

enum Status: String, Codable { case open, done }
@Model final class Task { var status = Status.open }

func tasks(_ status: Status, _ context: ModelContext) throws -> [Task] {
  try context.fetch(FetchDescriptor<Task>(predicate: #Predicate { $0.status == status }))
}
```

## Use instead

```swift

enum Status: String, Codable { case open, done }
@Model final class Task {
  var statusName = Status.open.rawValue
  var status: Status { Status(rawValue: statusName) ?? .open }
}

func tasks(_ status: Status, _ context: ModelContext) throws -> [Task] {
  let name = status.rawValue
  return try context.fetch(FetchDescriptor<Task>(predicate: #Predicate { $0.statusName == name }))
}
```

## When it is safe

Where the predicate is evaluated in memory, on a list that is there already.

## References

- https://fatbobman.com/en/posts/considerations-for-using-codable-and-enums-in-swiftdata-models/
"""#,

"probable-rename": #"""
Flags something that is gone while something of the same shape is new.

## Why

It looks like a rename that nobody declared. Without `renamedFrom` it is a removal and an
addition: the old values are dropped, the new property starts empty, and nothing fails. No tool
can tell a rename from the other from the outside, and those that guess have lost data by it.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string, pages: int = 0}
# V2.yaml
entities:
  Book:
    attributes: {title: string, pageCount: int = 0}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string, pages: int = 0}
# V2.yaml
entities:
  Book:
    attributes: {title: string, pageCount: {type: int, default: 0, renamedFrom: pages}}
```

## When it is safe

Where the one is meant to go and the other to start anew: list the old one under `removed`,
which says so. `plan` and `apply` refuse to guess, too.

In Swift, the last inferred stage of a migration plan is looked at, and a finding is a warning:
only an exception can say there that something is meant to go.

## References

- https://developer.apple.com/documentation/swiftdata/attribute(_:originalname:hashmodifier:)
"""#,

"relate-across-contexts": #"""
Flags a link between two objects that belong to different contexts.

## Why

A context knows only its own objects. Where an object of one context is linked to an object of
another, SwiftData raises an exception that no `catch` gets in hand, on the assignment or on
saving, and the app ends.

Two contexts that a type keeps are two where the code makes one of them itself. Where it is given
both, they may be one, and a link between their objects is a warning. The context that a container
has for the main actor is none that the code makes, be it for a constant, private, lazy or static
property, in a function or each time in a computed property.

## Example

```swift

@Model final class Work { var editions: [Edition] = [] }
@Model final class Edition { var work: Work? }

func add(_ container: ModelContainer, to context: ModelContext) throws {
  let background = ModelContext(container)
  let work = Work()
  context.insert(work)
  let edition = Edition()
  background.insert(edition)
  edition.work = work
}
```

## Use instead

```swift

@Model final class Work { var editions: [Edition] = [] }
@Model final class Edition { var work: Work? }

func add(_ container: ModelContainer, to context: ModelContext) throws {
  let work = Work()
  context.insert(work)
  let edition = Edition()
  context.insert(edition)
  edition.work = work
}
```

## When it is safe

Never. Hand over the object's `persistentModelID`, and fetch the object again in the context
that needs it.

## References

- https://developer.apple.com/documentation/swiftdata/modelcontext
- https://developer.apple.com/documentation/swiftdata/persistentidentifier
"""#,

"relate-in-will-migrate": #"""
Flags a link that is made before the migration and cannot live through it.

## Why

What runs before the migration sees the old version. A link through a relationship that the
new version does not have is gone a moment later, and one of an object that is made there
hangs on an identifier that is only temporary.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var notes: [Note] = [] }
  @Model final class Note { var book: Book? }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
  }
  @Model final class Note { var text = "" }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: { context in
      let books = try context.fetch(FetchDescriptor<SchemaV1.Book>())
      for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) {
        note.book = books.first
      }
      try context.save()
    }, didMigrate: nil)
}
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var title = "" }
  @Model final class Note { var text = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
    var notes: [Note] = []
  }
  @Model final class Note {
    var text = ""
    var book: Book?
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: nil,
    didMigrate: { context in
      let books = try context.fetch(FetchDescriptor<SchemaV2.Book>())
      for note in try context.fetch(FetchDescriptor<SchemaV2.Note>()) {
        note.book = books.first
      }
      try context.save()
    })
}
```

## When it is safe

Where both objects are stored already and the new version has the relationship too; that draws
nothing.

## References

- https://developer.apple.com/documentation/swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)
"""#,

"relationship-in-initializer": #"""
Flags an initializer that takes a relationship: objects are related before insertion.

## Why

An object has only a temporary identifier until it is inserted into a context. An initializer
that takes another object and stores it sets a relationship before that, and often before the
other object is inserted as well. The link then holds an identifier that changes under it: the
app crashes on save, or the link is lost.

## Example

```swift

@Model final class Work {
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
  init(title: String) { self.title = title }
}

@Model final class Edition {
  var isbn: String?
  @Relationship(deleteRule: .nullify) var work: Work?
  init(isbn: String? = nil, work: Work? = nil) {
    self.isbn = isbn
    self.work = work
  }
}
```

In a schema file, `initializer` lists what the initializer takes:

```yaml
entities:
  Work:
    relationships:
      editions: {toMany: Edition, inverse: work, delete: cascade}
  Edition:
    attributes:
      isbn: string?
    relationships:
      work: {toOne: Work?, inverse: editions, delete: nullify}
    initializer: [isbn, work]
```

## Use instead

Create both, insert both, and relate them only then:

```swift

@Model final class Work {
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
  init(title: String) { self.title = title }
}

@Model final class Edition {
  var isbn: String?
  @Relationship(deleteRule: .nullify) var work: Work?
  init(isbn: String? = nil) { self.isbn = isbn }
}

func add(_ isbn: String, to work: Work, in context: ModelContext) {
  let edition = Edition(isbn: isbn)
  context.insert(edition)
  edition.work = work
}
```

In a schema file:

```yaml
entities:
  Work:
    relationships:
      editions: {toMany: Edition, inverse: work, delete: cascade}
  Edition:
    attributes:
      isbn: string?
    relationships:
      work: {toOne: Work?, inverse: editions, delete: nullify}
    initializer: [isbn]
```

## When it is safe

Where every object passed in is inserted already, and the new one is inserted before anything
else happens. Nothing enforces that, and callers cannot see that it is asked of them.

In Swift, a copy of a released model that only older versions list is left alone.

## References

- https://developer.apple.com/forums/thread/744506
- https://developer.apple.com/documentation/swiftdata/modelcontext/insert(_:)
"""#,

"released-version-edited": #"""
Flags a released version whose schema file no longer says what was released.

## Why

Stores of a released version are on devices. They were made from the model as it was then, and
carry its version hashes. Where the file is edited afterwards, the app looks for a version that
no store has: the platform refuses to open them, and to the user all data is gone. Where the
edit leaves the version hashes as they are, such as a new index or another delete rule, the
platform opens the stores and never brings the change to them. A migration that is edited after
its release has run on some devices in one form, and on others in the other.

What was released is pinned in `schema.lock`, which `migrate lock` writes. Without one the rule
has nothing to say. Documentation, comments and the order in which things stand may change.

Where Swift source is looked at too, each `VersionedSchema` whose version is pinned is held
against the version hashes there.

## Example

Version 1.0.0 was released without the attribute `year`.

```yaml
# V1.yaml
version: 1.0.0
entities:
  Book:
    attributes:
      title: string = ""
      year: int?
```

## Use instead

```yaml
# V1.yaml
version: 1.0.0
entities:
  Book:
    attributes:
      title: string = ""

# V2.yaml
version: 2.0.0
extends: V1.yaml
entities:
  Book:
    attributes:
      year: int?
```

## When it is safe

Where the version never reached a device. `migrate lock --repin 1.0.0` then pins it as it is
now.

## References

- https://developer.apple.com/documentation/coredata/migrating_your_data_model_automatically
"""#,

"rename-case-only": #"""
Flags a rename after which only the case of letters differs.

## Why

SQL does not tell `Title` from `title`, and Core Data names the columns of both `ZTITLE`.
Whoever adds the new column before the old one is gone is refused (`duplicate column name`), and
whoever compares names as SQL does sees no change at all, drops the old and adds nothing. File
systems that do not tell case apart mix up the classes' files besides.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {ISBN: string}
# V2.yaml
entities:
  Book:
    attributes: {isbn: {type: string, renamedFrom: ISBN}}
```

## Use instead

Keep the name in the store, or choose one that differs by more.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {ISBN: string}
# V2.yaml
entities:
  Book:
    attributes: {isbn13: {type: string, renamedFrom: ISBN}}
```

## When it is safe

Where `migrate apply` is all that will ever migrate a store, and the rename is declared: it
renames by way of a third name. A pair that is not declared is flagged too, whatever its shape.

## References

- https://www.sqlite.org/lang_altertable.html#altertabrename
"""#,

"rename-claimed-twice": #"""
Flags two declared renames from one name.

## Why

The values of one property cannot be known to belong to two: which of them is the one that the
app goes on with? One of the two is a copy, and the platform refuses the model.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {name: string}
# V2.yaml
entities:
  Book:
    attributes:
      title: {type: string, renamedFrom: name}
      sortTitle: {type: string, renamedFrom: name}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book:
    attributes: {name: string}
# V2.yaml
entities:
  Book:
    attributes:
      title: {type: string, renamedFrom: name}
      sortTitle: string
migration:
  kind: custom
  map:
    Book:
      sortTitle: {using: "lower(name)"}
  after:
    - {count: Book}
```

## When it is safe

Never.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"rename-live-table-first": #"""
Flags a table that is renamed away before a new one takes its name.

## Why

SQLite rewrites the references of other tables when a table is renamed: children that referred
to `Book` refer to `Book_old` then, and to nothing once that is dropped. Triggers and views
follow the old table, too.

## Example

```sql
ALTER TABLE Book RENAME TO Book_old;
CREATE TABLE Book (title TEXT);
INSERT INTO Book SELECT title FROM Book_old;
DROP TABLE Book_old;
```

## Use instead

```sql
CREATE TABLE Book_new (title TEXT);
INSERT INTO Book_new SELECT title FROM Book;
DROP TABLE Book;
ALTER TABLE Book_new RENAME TO Book;
```

## When it is safe

With `PRAGMA legacy_alter_table = ON` and foreign keys off, as in old versions of SQLite.

## References

- https://www.sqlite.org/lang_altertable.html#otheralter
"""#,

"rename-source-kept": #"""
Flags a declared rename from a name that the new version still has.

## Why

What has kept its name has kept its values, so the renamed property gets none; or it takes them,
and the other one starts empty. One of the two says something that is not meant.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes:
      title: string
      sortTitle: {type: string, renamedFrom: title}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes:
      title: string
      sortTitle: string
migration:
  kind: custom
  map:
    Book:
      sortTitle: {using: "lower(title)"}
  after:
    - {count: Book}
```

## When it is safe

Never.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"rename-source-missing": #"""
Flags a declared rename from a name that the version before does not have.

## Why

There is nothing to take the values from. Most likely the old name is misspelt, and then the
values under the right name are dropped while the new property starts empty.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {author: string}
# V2.yaml
entities:
  Book:
    attributes: {writer: {type: string, renamedFrom: auhtor}}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book:
    attributes: {author: string}
# V2.yaml
entities:
  Book:
    attributes: {writer: {type: string, renamedFrom: author}}
```

## When it is safe

Never. What was renamed in an earlier version and has kept its `renamedFrom` since is not meant:
that is `stale-rename`, and harmless.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"rename-swap": #"""
Flags declared renames that lead in a circle: of two names each from the other, or of more.

## Why

Both names are there before and after, so the platform takes each property for the one that has
had its name all along and swaps nothing: the app then reads one thing for the other. Nothing
fails.

## Example

```yaml
# V1.yaml
entities:
  Card:
    attributes: {front: string, back: string}
# V2.yaml
entities:
  Card:
    attributes:
      front: {type: string, renamedFrom: back}
      back: {type: string, renamedFrom: front}
```

## Use instead

Swap the values, which is a migration that says so.

```yaml
# V1.yaml
entities:
  Card:
    attributes: {front: string, back: string}
# V2.yaml
entities:
  Card:
    attributes: {front: string, back: string}
migration:
  kind: custom
  map:
    Card:
      front: {using: back}
      back: {using: front}
  after:
    - {count: Card}
```

Or rename one of the two to a third name in a version between.

## When it is safe

Never.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"rename-target-exists": #"""
Flags a declared rename to a name that the version before has too.

## Why

Two properties would become one, and the values of the one that had the name before would be
lost.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string, name: string}
# V2.yaml
entities:
  Book:
    attributes:
      title: {type: string, renamedFrom: name}
```

## Use instead

Say what becomes of both.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string, name: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string}
migration:
  kind: custom
  map:
    Book:
      title: {using: "iif(name <> '', name, title)"}
  after:
    - {count: Book}
```

## When it is safe

Never. A rename of an earlier version that is carried along, whose source is gone since, is not
meant: that is `stale-rename`, and harmless.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"required-added-without-default": #"""
Flags a new required property for which the objects that are there have no value.

## Why

The platform refuses the migration at launch (error 134110, "missing attribute values on
mandatory destination attribute"), on the devices of those who have data and not in a test that
starts empty. A default in `init`, or one in Swift for a relationship, does not count: no
initializer is called.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string, copies: int}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: string, copies: int = 1}
```

Or let it be empty (`int?`), or say where the values come from with `using`.

## When it is safe

Where no store has objects of the entity (`--store FILE` shows that).

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"required-cycle": #"""
Flags entities whose required to-ones lead back to themselves.

## Why

An object of such an entity needs another one to be there before it, and that one needs the
first. There is no order in which they can be inserted, so that every insertion passes through
a state which is not sound; an import, a restore or a sync that goes object by object cannot
do it at all.

## Example

```yaml
entities:
  Account:
    relationships:
      owner: {toOne: Person, inverse: account, delete: nullify}
  Person:
    relationships:
      account: {toOne: Account, inverse: owner, delete: cascade}
```

## Use instead

```yaml
entities:
  Account:
    relationships:
      owner: {toOne: Person, inverse: account, delete: nullify}
  Person:
    relationships:
      account: {toOne: Account?, inverse: owner, delete: cascade}
```

## When it is safe

Never. A rule (`rules:`) can still demand that both links are there once all is inserted.

## References

- https://www.sqlite.org/foreignkeys.html#fk_deferred
"""#,

"required-to-many": #"""
Flags a to-many that must lead to at least one object.

## Why

The owner is unsound from its insertion until its first part is related to it, and again as soon
as the last part is deleted. On the platform that is an error when the context is saved; in a
sync, where objects come one by one, it is an error that nobody can prevent.

## Example

```yaml
entities:
  Invoice:
    relationships:
      items: {toMany: Item, inverse: invoice, delete: cascade, min: 1}
  Item:
    relationships:
      invoice: {toOne: Invoice?, inverse: items, delete: nullify}
```

## Use instead

```yaml
entities:
  Invoice:
    relationships:
      items: {toMany: Item, inverse: invoice, delete: cascade}
  Item:
    relationships:
      invoice: {toOne: Invoice?, inverse: items, delete: nullify}
```

## When it is safe

Where every save makes or deletes the owner with all of its parts. This rule is off unless it
is asked for.

## References

- https://developer.apple.com/documentation/coredata/nsrelationshipdescription/mincount
"""#,

"required-to-one-nullified": #"""
Flags the delete rule `nullify` where the link that it would empty is required.

## Why

Deleting the object empties the link of every object at the other end, and that link may not be
empty. On the platform the next save fails, or an object stays whose required property has no
value, and reading it crashes. In a database with constraints the deletion itself fails.

## Example

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: nullify}
  Note:
    relationships:
      book: {toOne: Book, inverse: notes, delete: nullify}
```

## Use instead

```yaml
entities:
  Book:
    relationships:
      notes: {toMany: Note, inverse: book, delete: cascade}
  Note:
    relationships:
      book: {toOne: Book, inverse: notes, delete: nullify}
```

`deny` keeps the book as long as it has notes. Or let a note be without a book: `toOne: Book?`.

## When it is safe

Never. Delete rules are not part of the version hash, so mending one migrates no store.

## References

- https://developer.apple.com/documentation/coredata/nsdeleterule/nullifydeleterule
"""#,

"required-without-default": #"""
Flags a required attribute that neither a default nor the initializer gives a value.

## Why

Where the class's initializer does not take the attribute, it sets a value by itself, and only
the source knows which. The model has no default then. The value belongs on the property: a
default in `init` does not count when the platform migrates (error 134110), nor when objects
come from a sync, an import or a restore, which call no initializer.

## Example

```yaml
entities:
  Book:
    attributes:
      title: string
      copies: int
    initializer: [title]
```

## Use instead

```yaml
entities:
  Book:
    attributes:
      title: string
      copies: int = 1
    initializer: [title]
```

## When it is safe

Where `initializer` is not known nothing is said: whoever makes the objects may give every
value. An initializer of a class that has no parameters is known, and takes nothing. A required
attribute that is added later is `required-added-without-default`, and with the profile
`cloudkit` every one is `sync-required-without-default`. A new default changes no version hash.

## References

- https://developer.apple.com/documentation/swiftdata/preserving-your-apps-model-data-across-launches
"""#,

"reserved-name": #"""
Flags names that the platform keeps for itself, and words that SQL cannot take as names.

## Why

A property called `description` or `hash` collides with a method that every managed object has:
the build fails, or the app reads the wrong one. An entity called `Order`, or a property called
`group`, is a keyword of SQL: in every rule, query and migration that somebody writes by hand it
must stand in double quotes, and the day it does not is a syntax error. A name that begins with
`Z_` looks like one of Core Data's own columns.

## Example

```yaml
entities:
  Book:
    attributes:
      description: string?
```

## Use instead

```yaml
entities:
  Book:
    attributes:
      bookDescription: string?
```

## When it is safe

A keyword of SQL is a note: 'migrate' quotes every name in what it writes itself, and SQL that
somebody writes without the quotes is a syntax error, which `unusable-sql` tells. To mend a
released name, rename it in a new version with `renamedFrom`.

The fix renames a property of the newest version while that is not released, keeps what objects
hold in it by `renamedFrom` where an earlier version has it, and leaves it to you where a key, an
index, an initializer, some SQL or a map of the migration has the name as well. What an entity
is to be called is yours to say, and so is what else has the name: tests and the app's source.

## References

- https://www.sqlite.org/lang_keywords.html
- https://developer.apple.com/documentation/coredata/nsmanagedobject
"""#,

"rule-added": #"""
Flags a new or stricter condition on objects that the ones which are there may not meet.

## Why

The platform sees no difference: it leaves old objects as they are, and the next time that
somebody saves one of them the save fails (error 1560 and its like), far from the change that is
to blame. `migrate apply` proves every rule before it commits, and undoes the migration where
one is broken.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {pages: int}
# V2.yaml
entities:
  Book:
    attributes: {pages: int}
    rules:
      - {name: a book has pages, check: pages > 0}
```

## Use instead

Say what becomes of the objects that break it.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {pages: int}
# V2.yaml
entities:
  Book:
    attributes: {pages: int}
    rules:
      - {name: a book has pages, check: pages > 0}
migration:
  kind: custom
  map:
    Book:
      pages: {using: "max(pages, 1)"}
  after:
    - {count: Book}
```

An expression for a property that the condition names, or a `where` that names one, is taken as
that decision.

## When it is safe

Where every object meets it (`--store FILE` shows that). A condition that names a property which
is new in this version is not flagged, for its default was chosen along with it; whether the two
fit together is not looked at. Nor is a rule that only follows a property to its new name.

## References

- https://developer.apple.com/documentation/coredata/nsmanagedobject/validateforupdate()
"""#,

"skip-hop-unsafe": #"""
Flags what a store that skips versions ends with otherwise than one that goes through each.

## Why

The platform does not take lightweight steps one by one: it infers one step from the version
that a store has to the last of the run. What was renamed twice on the way is a removal and an
addition to it, and the values are dropped. What was dropped and added again is the same
attribute to it, and the old values are back. Nothing fails, and only users who skipped an
update are hit.

## Example

```yaml
# V1.yaml
entities:
  Book: {attributes: {name: string?}}
# V2.yaml
entities:
  Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}
# V3.yaml
entities:
  Book: {attributes: {heading: {type: string, optional: true, renamedFrom: title}}}
```

## Use instead

A custom stage ends the run, and a single check makes a stage custom.

```yaml
# V1.yaml
entities:
  Book: {attributes: {name: string?}}
# V2.yaml
entities:
  Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}
migration:
  kind: custom
  after:
    - {count: Book}
# V3.yaml
entities:
  Book: {attributes: {heading: {type: string, optional: true, renamedFrom: title}}}
```

## When it is safe

Where only `migrate apply` migrates the stores: it composes the steps, so that going straight
and going step by step give the same result. Or where no version before the last two is in the
field.

## References

- https://developer.apple.com/documentation/coredata/staged-migrations
"""#,

"stage-gap": #"""
Flags a migration plan whose stages do not lead from each version to the next.

## Why

The platform goes from stage to stage until it reaches the newest version. A store that stands
where no stage begins stays where it is, and the app cannot open it.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var title = ""
    var pages = 0
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [] }
}
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var title = ""
    var pages = 0
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
  }
}
```

## When it is safe

Never, as long as a store of the earlier version may exist.

A plan that has no stage at all is a warning. Apps with such plans were released and run, so the
platform seems to infer the way from whatever version it finds; but nothing promises that, and
one experiment saw an app end at launch whose model had changed beside a plan. A stage makes it
certain.

## References

- https://developer.apple.com/documentation/swiftdata/schemamigrationplan/stages
- https://developer.apple.com/documentation/swiftdata/migrationstage
- https://developer.apple.com/forums/thread/769923
"""#,

"stale-baseline": #"""
Flags a line of the baseline whose finding is gone.

## Why

A baseline is for the findings that were there when a team began to lint. Once one is mended,
its line would let the same mistake in again at the same place.

A line about a file that was not linted in this run is left alone.

## Example

The model, and a baseline that still has `reserved-name V1.yaml entities.Book.attributes.hash`:

```yaml
entities:
  Book:
    attributes:
      digest: string
```

## Use instead

Write the baseline anew, or take the line out. With the line, this is what it stands for:

```yaml
entities:
  Book:
    attributes:
      hash: string
```

## When it is safe

Always, today; it is tomorrow's mistake that it lets in.

## References

- https://phpstan.org/user-guide/baseline
"""#,

"stale-rename": #"""
Flags a `renamedFrom` that says nothing about the step it stands in.

## Why

The old name is older than the version before, where the new name was in use already. Who reads
it looks for a rename that is not there; and should the old name come back one day for something
else, the line means something again.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: {type: string, renamedFrom: name}}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book:
    attributes: {title: string}
# V2.yaml
entities:
  Book:
    attributes: {title: {type: string}}
```

## When it is safe

It only misleads, so this is off until asked for. Not flagged is a line that a store needs which
skips versions: the platform goes over lightweight steps at once, and finds the old values by it.
Neither is one by which a later version, where the first name is back, finds what had it.
`migrate new` writes such lines, and `skip-hop-unsafe` is what is found without them.

## References

- https://developer.apple.com/documentation/coredata/using-lightweight-migration
"""#,

"store-deleted-on-failure": #"""
Flags an app that deletes its store where the store cannot be opened.

## Why

The store that cannot be opened is the only copy of what the user wrote, and most reasons
pass: a disk that is full, a file that is locked, a migration that the next release mends. To
delete it makes a moment's failure a loss for ever.

The path decides: one at which the same function or type opens a store is that store's, and so is
a folder around it. A container that names no place has its store where the platform puts it. What
lies in another folder or ends in another name is left alone, as are the folders for what is
temporary and files that the function writes itself; a path that does not tell draws a warning.

## Example

```swift
import Foundation

@Model final class Book { var title = "" }

func makeContainer(_ file: URL) throws -> ModelContainer {
  do {
    return try ModelContainer(for: Book.self)
  } catch {
    try FileManager.default.removeItem(at: file)
    return try ModelContainer(for: Book.self)
  }
}
```

## Use instead

```swift

@Model final class Book { var title = "" }

func makeContainer(_ file: URL, _ aside: URL) throws -> ModelContainer {
  do {
    return try ModelContainer(for: Book.self)
  } catch {
    try FileManager.default.moveItem(at: file, to: aside)
    return try ModelContainer(for: Book.self)
  }
}
```

## When it is safe

For a cache that can be fetched again. A store that is first copied or moved to another place
draws nothing.

## References

- https://developer.apple.com/documentation/swiftdata/modelcontainer
"""#,

"suppression-without-reason": #"""
Flags an exception that does not say why.

## Why

Whoever meets the line next year has to know whether the reason still holds. Without one an
exception is never taken back, and the next one is made without thinking.

## Example

```yaml
entities:
  Book:
    attributes:
      hash: string # migrate:ignore reserved-name
```

## Use instead

```yaml
entities:
  Book:
    attributes:
      hash: string # migrate:ignore reserved-name -- the shop's own word, released in 2019
```

## When it is safe

Never; a few words behind ` -- ` are enough.

## References

- https://eslint.org/docs/latest/use/configure/rules#comment-descriptions
"""#,

"swallowed-save": #"""
Flags a `try?` that hides why a context could not save or fetch.

## Why

A save that fails has reasons which somebody has to know: a full disk, two objects with one
unique value, a value that is missing. With `try?` the app goes on as if the data were stored,
and it is gone at the next launch. A fetch that fails looks like an empty store, and what is
done then is done to the wrong end.

## Example

```swift

func finish(_ context: ModelContext) {
  try? context.save()
}
```

## Use instead

```swift

func finish(_ context: ModelContext) throws {
  do {
    try context.save()
  } catch {
    context.rollback()
    throw error
  }
}
```

## When it is safe

In a preview or a test, of which the rule says nothing; and where the same data is saved again
at once by somebody who reports the error.

## References

- https://developer.apple.com/documentation/swiftdata/modelcontext/save()
"""#,

"sync-deny": #"""
Flags the delete rule `deny` in a model that is synchronised through CloudKit.

## Why

A deletion that happened on another device cannot be refused here. The platform does not accept
a model with that rule: the container does not load (error 134060).

## Example

```yaml
profile: cloudkit
entities:
  Book:
    relationships: {notes: {toMany: Note?, inverse: book, delete: deny}}
  Note:
    relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
```

## Use instead

```yaml
profile: cloudkit
entities:
  Book:
    relationships: {notes: {toMany: Note?, inverse: book, delete: nullify}}
  Note:
    relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
```

Let the app ask before it deletes.

## When it is safe

Never with `profile: cloudkit`. Without it this rule is off. A delete rule is no part of the
version hash, so another one migrates no store.

## References

- https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
"""#,

"sync-missing-inverse": #"""
Flags a relationship without an inverse in a model that is synchronised through CloudKit.

## Why

CloudKit keeps a link with one of the two objects, and the platform finds the other end by the
inverse. A model with a relationship that has none is refused: the container does not load
(error 134060).

## Example

```yaml
profile: cloudkit
entities:
  Book:
    relationships: {notes: {toMany: Note?, delete: cascade}}
  Note: {}
```

## Use instead

```yaml
profile: cloudkit
entities:
  Book:
    relationships: {notes: {toMany: Note?, inverse: book, delete: cascade}}
  Note:
    relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
```

## When it is safe

Never with `profile: cloudkit`. Without it this rule is off. Where `missing-inverse` says the
same of a relationship, with the inverse to write, this rule is silent.

## References

- https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
"""#,

"sync-not-additive": #"""
Flags a change that CloudKit cannot follow once the first version is in production.

## Why

A record type and its fields stay for ever once they are promoted to production. What is renamed
here is a new field there, and the old values never come along; what is removed goes on existing
in what other devices send; a field of another type is refused.

## Example

```yaml
# V1.yaml
profile: cloudkit
entities:
  Book: {attributes: {name: string?}}
# V2.yaml
profile: cloudkit
entities:
  Book: {attributes: {title: {type: string, optional: true, renamedFrom: name}}}
```

## Use instead

Add, and let the app fill the new attribute from the old one.

```yaml
# V1.yaml
profile: cloudkit
entities:
  Book: {attributes: {name: string?}}
# V2.yaml
profile: cloudkit
entities:
  Book: {attributes: {name: string?, title: string?}}
```

## When it is safe

Before the version was released: with a `schema.lock`, only steps from a released version are
looked at. Without `profile: cloudkit` this rule is off.

## References

- https://developer.apple.com/documentation/cloudkit/deploying-an-icloud-container-s-schema
"""#,

"sync-ordered": #"""
Flags an ordered relationship in a model that is synchronised through CloudKit.

## Why

Two devices that reorder the same list cannot be brought into agreement, and CloudKit stores no
order of links. The platform refuses the model: the container does not load (error 134060).

## Example

```yaml
profile: cloudkit
entities:
  List:
    relationships: {items: {toMany: Item?, inverse: list, delete: cascade, ordered: true}}
  Item:
    relationships: {list: {toOne: List?, inverse: items, delete: nullify}}
```

## Use instead

```yaml
profile: cloudkit
entities:
  List:
    relationships: {items: {toMany: Item?, inverse: list, delete: cascade}}
  Item:
    attributes: {position: double = 0}
    relationships: {list: {toOne: List?, inverse: items, delete: nullify}}
```

## When it is safe

Never with `profile: cloudkit`. Without it this rule is off.

## References

- https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
"""#,

"sync-required-relationship": #"""
Flags a relationship that is not optional in a model that is synchronised through CloudKit.

## Why

An object may come from the sync before the one that it leads to, or without it for ever. The
platform refuses a model with a required relationship: the container does not load (error
134060). That holds for a to-many too, which has to be optional in Swift (`[Note]?`), and not
only empty.

## Example

```yaml
profile: cloudkit
entities:
  Book:
    relationships: {notes: {toMany: Note, inverse: book, delete: cascade}}
  Note:
    relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
```

## Use instead

```yaml
profile: cloudkit
entities:
  Book:
    relationships: {notes: {toMany: Note?, inverse: book, delete: cascade}}
  Note:
    relationships: {book: {toOne: Book?, inverse: notes, delete: nullify}}
```

## When it is safe

Never with `profile: cloudkit`. Without it this rule is off.

## References

- https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
"""#,

"sync-required-without-default": #"""
Flags a required attribute without a default in a model that is synchronised through CloudKit.

## Why

Objects come from the sync in pieces, and from versions of the app that do not know the
attribute. One that must have a value and gets none cannot be saved, so the platform refuses the
model: the container does not load (error 134060).

## Example

```yaml
profile: cloudkit
entities:
  Book:
    attributes: {title: string}
```

## Use instead

```yaml
profile: cloudkit
entities:
  Book:
    attributes: {title: string = ""}
```

Or let it be empty: `string?`.

## When it is safe

Never with `profile: cloudkit`. Without it this rule is off. A new default changes no version
hash.

## References

- https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
"""#,

"sync-unique": #"""
Flags a unique key in a model that is synchronised through CloudKit.

## Why

Two devices can make equal objects while they do not see each other, and CloudKit has no way to
refuse one of them. So the platform refuses the model: the container does not load (error
134060), and that is checked when the app runs and no earlier.

## Example

```yaml
profile: cloudkit
entities:
  Book:
    attributes: {isbn: string?}
    unique: [[isbn]]
```

## Use instead

```yaml
profile: cloudkit
entities:
  Book:
    attributes: {isbn: string?}
    indexes: [[isbn]]
```

Let the app look for duplicates after each import, and merge them by a rule that every device
applies alike.

## When it is safe

Never with `profile: cloudkit`. Without it this rule is off.

## References

- https://developer.apple.com/documentation/coredata/creating-a-core-data-model-for-cloudkit
"""#,

"transformable-opaque": #"""
Flags an attribute whose bytes only the app's own transformer can read.

## Why

No tool can check such a value, convert it, or look into it, and neither can a query. The name
of the transformer is not part of the version hash: an app that comes with another transformer
opens old stores without a migration, and fails at the first value that it cannot read.

## Example

```yaml
entities:
  Book:
    attributes: {tags: transformable?}
```

## Use instead

```yaml
entities:
  Book:
    attributes: {tags: "[string]?"}
```

A list, a composite or attributes of their own can be read by everybody; `data` says at least
that the bytes are the app's affair.

## When it is safe

Where the values can be made again, or the transformer is one of the platform's secure ones and
never changes. It is worth a note, and off until asked for.

## References

- https://developer.apple.com/documentation/foundation/nssecureunarchivefromdatatransformer
"""#,

"type-change-in-custom-stage": #"""
Flags a property that has another type, under its old name, after a stage with code.

## Why

A custom stage runs code before and after the platform's own step from one version to the other,
and that step is inferred as ever: it converts no types. `willMigrate` knows the old models
alone, and cannot fill the property; `didMigrate` knows the new ones alone, and cannot read what
was in it. Where the platform takes the step at all, the values are gone.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var pages: Int = 0 }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var pages: String = "0" }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
        didMigrate: { context in
          for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) {
            book.pages = "\(book.pages)"
          }
          try context.save()
        })
    ]
  }
}
```

## Use instead

A property of its own for the new type, which the stage fills; a later version drops the old one.

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var pages: Int = 0 }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var pages: Int = 0
    var extent: String = "0"
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
        didMigrate: { context in
          for book in try context.fetch(FetchDescriptor<SchemaV2.Book>()) {
            book.extent = "\(book.pages)"
          }
          try context.save()
        })
    ]
  }
}
```

## When it is safe

Where no store of the earlier version has an object. A stage whose `willMigrate` reads the
property keeps its values elsewhere, as one takes it, and draws nothing. A stage that is not the
plan's last, or whose version is locked, has run on devices, so that it is a note.

## References

- https://developer.apple.com/documentation/coredata/migrating-your-data-model-automatically
- https://developer.apple.com/documentation/swiftdata/migrationstage
- https://developer.apple.com/videos/play/wwdc2022/10120/
"""#,

"unindexed-foreign-key": #"""
Flags a to-one in an existing table whose column no declared index begins with.

## Why

Deleting an object looks for all rows that refer to it. Without an index that is a scan of the
whole table for each deleted row, and so is every list of an object's parts: what takes a
millisecond with a hundred rows takes minutes with a million.

A store that `migrate` lays out has an index for every to-one, and so has one that Core Data or
SwiftData lays out. This rule looks only at entities with a `table`, a database that was there
before the model, where indexes are as somebody made them. It knows the indexes that the schema
file declares and no others.

## Example

```yaml
entities:
  Book:
    table: books
    primaryKey: [id]
    attributes: {id: int}
    relationships:
      shelf: {toOne: Shelf?, inverse: books, delete: nullify, column: shelf_id}
  Shelf:
    relationships:
      books: {toMany: Book, inverse: shelf, delete: nullify}
```

## Use instead

```yaml
entities:
  Book:
    table: books
    primaryKey: [id]
    attributes: {id: int}
    relationships:
      shelf: {toOne: Shelf?, inverse: books, delete: nullify, column: shelf_id}
    indexes: [[shelf]]
  Shelf:
    relationships:
      books: {toMany: Book, inverse: shelf, delete: nullify}
```

## When it is safe

Where the table stays small, or the database has the index and the schema file merely does not
name it: declare it then.

## References

- https://www.sqlite.org/foreignkeys.html#fk_indexes
"""#,

"unindexed-query": #"""
Flags a declared query that reads a whole table, or sorts what it finds, for want of an index.

## Why

Without an index over what a query filters by, it looks at every object; without one over what
it sorts by, it reads all of them before it can show the first. Both go unnoticed with the test
data of a developer and are felt by the user with ten years of it.

It needs query plans: the newest version is laid out as an empty store, and SQLite itself is
asked how it would carry out each query (`EXPLAIN QUERY PLAN`). Where nobody can be asked,
nothing is said. Versions before the newest are not looked at, for nobody will make them
faster.

## Example

```yaml
entities:
  Task:
    attributes: {dueDate: date?}
queries:
  dueTasks: {from: Task, where: "dueDate < ?", order: dueDate}
```

## Use instead

```yaml
entities:
  Task:
    attributes: {dueDate: date?}
    indexes: [[dueDate]]
queries:
  dueTasks: {from: Task, where: "dueDate < ?", order: dueDate}
```

## When it is safe

Where the table stays small, or the condition is one that no index can serve, such as a search
in the middle of a text. An index alone changes no version hash, so the platform adds it to
existing stores only along with another change.

## References

- https://www.sqlite.org/eqp.html
- https://www.sqlite.org/queryplanner.html
"""#,

"unique-added": #"""
Flags a new unique key over properties whose values objects may share.

## Why

Nothing kept the values apart until now. The first store with two equal ones fails to migrate
(error 134111), or the platform merges the two without asking which of them to keep. Apple's own
sample removes the duplicates in a custom stage before the key is there.

## Example

```yaml
# V1.yaml
entities:
  Book:
    attributes: {isbn: string}
# V2.yaml
entities:
  Book:
    attributes: {isbn: string}
    unique: [[isbn]]
```

## Use instead

Say which of two equal ones stays.

```yaml
# V1.yaml
entities:
  Book:
    attributes: {isbn: string}
# V2.yaml
entities:
  Book:
    attributes: {isbn: string}
    unique: [[isbn]]
migration:
  kind: custom
  map:
    Book:
      dedupe: {by: [isbn], keep: first}
  after:
    - expect: >-
        SELECT count(*) FROM (SELECT 1 FROM Book GROUP BY isbn HAVING count(*) > 1)
      equals: 0
```

Links that led to the others lead to the one that stays, and where it has no link of its own it
takes over one of theirs. `keep: newest(DATE)` keeps the one with the latest date, and
`keep: prefer(CONDITION)` one of which the condition is true.

An expression for a property of the key that tells equal objects apart is taken as a decision, too,
and so is a `where` that names such a property. What led to an object that `where` leaves behind
leads nowhere then, and what it led to is nobody's.

## When it is safe

Where no two objects agree (`--store FILE` shows that). A key that contains the one there was,
or that has a new property without a value, cannot be broken and is not flagged.

## References

- https://developer.apple.com/videos/play/wwdc2023/10195/
"""#,

"unique-changed": #"""
Flags a unique key that tells fewer objects apart than the one that it replaces.

## Why

Objects that the old key let stand beside each other are duplicates under the new one. The first
store that has some fails to migrate (error 134111).

## Example

```yaml
# V1.yaml
entities:
  Edition:
    attributes: {isbn: string, format: string}
    unique: [[isbn, format]]
# V2.yaml
entities:
  Edition:
    attributes: {isbn: string, format: string}
    unique: [[isbn]]
```

## Use instead

Say which of two equal ones stays, or keep the old key. Links that led to the others lead to the
one that stays.

```yaml
# V1.yaml
entities:
  Edition:
    attributes: {isbn: string, format: string}
    unique: [[isbn, format]]
# V2.yaml
entities:
  Edition:
    attributes: {isbn: string, format: string}
    unique: [[isbn]]
migration:
  kind: custom
  map:
    Edition:
      dedupe: {by: [isbn], keep: first}
  after:
    - expect: >-
        SELECT count(*) FROM (SELECT 1 FROM Edition GROUP BY isbn HAVING count(*) > 1)
      equals: 0
```

## When it is safe

Where no two objects agree (`--store FILE` shows that). A key with more properties than the one
it replaces tells more objects apart, and is not flagged.

## References

- https://developer.apple.com/videos/play/wwdc2023/10195/
"""#,

"unordered-limit": #"""
Flags a LIMIT without an ORDER BY.

## Why

Which rows come first is then for SQLite to choose, and it may choose otherwise after an
ANALYZE, with another index, or in its next version. A migration that takes "the first" gives
different users different data, and cannot be tested.

## Example

```sql
UPDATE Book SET cover = (SELECT image FROM Cover WHERE Cover.isbn = Book.isbn LIMIT 1);
```

## Use instead

```sql
UPDATE Book SET cover = (
  SELECT image FROM Cover WHERE Cover.isbn = Book.isbn
  ORDER BY addedAt DESC, Cover._id LIMIT 1);
```

## When it is safe

Where the condition leaves one row at most. `EXISTS`, and a query that only counts or sums, are
not flagged.

## References

- https://www.sqlite.org/lang_select.html#orderby
"""#,

"unsaved-migration-step": #"""
Flags code around a migration that changes objects and does not save them.

## Why

The context that a migration hands out is saved by nobody else. What is changed in it and not
saved is lost, and the migration goes on as if all were well.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var title = "" }
  @Model final class Note { var text = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
    var notes: [Note] = []
  }
  @Model final class Note {
    var text = ""
    var book: Book?
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: { context in
      for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) {
        context.delete(note)
      }
    }, didMigrate: nil)
}
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book { var title = "" }
  @Model final class Note { var text = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self, Note.self] }
  @Model final class Book {
    var title = ""
    var notes: [Note] = []
  }
  @Model final class Note {
    var text = ""
    var book: Book?
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] { [addNotes] }
  static let addNotes = MigrationStage.custom(
    fromVersion: SchemaV1.self, toVersion: SchemaV2.self,
    willMigrate: { context in
      for note in try context.fetch(FetchDescriptor<SchemaV1.Note>()) {
        context.delete(note)
      }
      try context.save()
    }, didMigrate: nil)
}
```

## When it is safe

Where a function of another module saves. The rule keeps silent wherever the context is handed
to a function whose body it does not see.

## References

- https://developer.apple.com/documentation/swiftdata/modelcontext/save()
"""#,

"unusable-sql": #"""
Flags SQL that SQLite cannot read: a query, a rule, an expression, a step or a check.

## Why

A misspelt column in the expression of a migration is found when the first user migrates, and
one in a declared query never. SQLite itself is asked: each version is laid out as an empty
store, and each piece of SQL is prepared there as it would be carried out, but not carried out.

## Example

```yaml
# V1.yaml
entities:
  Book: {attributes: {title: string}}
# V2.yaml
entities:
  Book: {attributes: {title: string}}
migration:
  kind: custom
  map:
    Book:
      title: {using: "trim(titel)"}
  after:
    - {count: Book}
```

## Use instead

```yaml
# V1.yaml
entities:
  Book: {attributes: {title: string}}
# V2.yaml
entities:
  Book: {attributes: {title: string}}
migration:
  kind: custom
  map:
    Book:
      title: {using: "trim(title)"}
  after:
    - {count: Book}
```

## When it is safe

Where the SQL calls a function that only the app registers, or means a table beside the model's.
Where nobody can be asked nothing is said. An expression reads the properties of the version
before, a check before the migration its entities, and steps and checks after it those of the new
version.

## References

- https://www.sqlite.org/c3ref/prepare.html
"""#,

"unused-suppression": #"""
Flags an exception under which nothing is found any more, or which names no rule.

## Why

An exception that is not needed waits for the next mistake at its line and hides it. One that
names no rule, because it is misspelt, hides nothing and lets its reader think that it does.

Only rules that were asked count: an exception to a rule that is switched off, or that needs a
store or other versions which are not at hand, is left alone.

## Example

```yaml
entities:
  Book:
    attributes:
      title: string # migrate:ignore reserved-name -- it was called hash once
```

## Use instead

```yaml
entities:
  Book:
    attributes:
      title: string
```

## When it is safe

Never. Delete the comment; one that is misspelt names the right rule instead, and keeps its
reason.

## References

- https://docs.astral.sh/ruff/rules/unused-noqa/
"""#,

"unversioned-model-change": #"""
Flags a change of the models that no version describes, though stores are released without it.

## Why

Stores of the released version are on people's devices. Where the models change and no new
version says so, the platform meets stores of a version that it does not know: with a
migration plan the app ends at launch, and without one the platform guesses, which drops what
was renamed. All of that is seen by nobody before the release, as every store on a developer's
machine is new.

## Example

```swift

@Model final class Book {
  var title = ""
  var pages: Int?  // version 1.0.0, which schema.lock pins, has no pages
}
```

## Use instead

```swift

@Model final class Book {
  var title = ""
}
```

## When it is safe

Where the change leaves what is stored alone, such as a default or a delete rule; that draws
nothing. Where the released version reached nobody, pin it anew with `migrate lock --repin`.

A new `#Index` alone is a warning. It leaves the version hash as it is, so that the platform
migrates nothing, and only stores that are made later have the index. A new version by itself
changes nothing about that, as one with the same hashes is the same version: it takes another
`@Attribute(hashModifier:)` on an attribute of the model, which makes the platform migrate.

## References

- https://developer.apple.com/forums/thread/826633
- https://developer.apple.com/documentation/swiftdata/schemamigrationplan
"""#,

"vacuum-in-migration": #"""
Flags VACUUM in a migration.

## Why

It fails inside a transaction ("cannot VACUUM from within a transaction"), and a migration is
one. It gives tables without an INTEGER PRIMARY KEY new row numbers besides, which breaks what
refers to them, such as a full-text index.

## Example

```sql
DELETE FROM Note WHERE book IS NULL;
VACUUM;
```

## Use instead

```sql
DELETE FROM Note WHERE book IS NULL;
```

Let the app vacuum when it is idle, or set `PRAGMA auto_vacuum` when a store is made.

## When it is safe

Outside a script's own BEGIN and COMMIT, where it is not flagged.

## References

- https://www.sqlite.org/lang_vacuum.html
"""#,

"version-gap": #"""
Flags a version that is missing between two others.

## Why

Stores of the missing version are in the field, if it was released. Nothing here knows what they
look like: no plan starts from them, and a step past them was never looked at.

## Example

```yaml
# V1.yaml
version: 1.0.0
entities:
  Book: {attributes: {title: string}}
# V2.yaml
version: 3.0.0
entities:
  Book: {attributes: {title: string?}}
```

## Use instead

```yaml
# V1.yaml
version: 1.0.0
entities:
  Book: {attributes: {title: string}}
# V2.yaml
version: 2.0.0
entities:
  Book: {attributes: {title: string?}}
```

Or bring the missing file back, from an older revision of the repository or with `migrate
import` from a store.

## When it is safe

Where versions carry the app's own numbers and not every release changed the model. Set the rule
to `off` then; a version that `schema.lock` lists and that has no file is found by
`released-version-edited` all the same.

## References

- https://developer.apple.com/documentation/swiftdata/versionedschema
"""#,

"version-missing-from-plan": #"""
Flags a version that no migration plan lists beside its neighbours.

## Why

A migration plan is all that the platform knows about the versions that were released. A store
of a version that it does not list is of an unknown version, and the app that finds it cannot
open it.

## Example

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var title = ""
    var pages = 0
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self] }
  static var stages: [MigrationStage] { [] }
}
let container = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self)
```

## Use instead

```swift

enum SchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book { var title = "" }
}
enum SchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Book.self] }
  @Model final class Book {
    var title = ""
    var pages = 0
  }
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
  }
}
let container = try ModelContainer(for: SchemaV2.Book.self, migrationPlan: Plan.self)
```

## When it is safe

Where no store of the version exists any more. Then take the version out of the app, too.
A version of another store draws nothing: one whose containers have files of other names than those
that are opened with the plan.
A version that only holds models which listed versions have, and that no container is opened with,
draws nothing. One that nothing names at all is a note: it is code without a use, unless it was
released. Where it is newer than all that the plan lists, and has models of its own, it may be
waiting for its stage, and is a warning.

## References

- https://developer.apple.com/documentation/swiftdata/schemamigrationplan/schemas
- https://developer.apple.com/forums/thread/826633
"""#,

"version-order": #"""
Flags versions that are not in the order of their files' names.

## Why

Everybody reads the files in the order of their names: `V2.yaml` comes after `V1.yaml`. Where
the versions in them say otherwise, one of the two is mistaken, and stores go through the
versions in an order that nobody meant.

## Example

```yaml
# V1.yaml
version: 2.0.0
entities:
  Book: {attributes: {title: string?}}
# V2.yaml
version: 1.0.0
entities:
  Book: {attributes: {title: string}}
```

## Use instead

```yaml
# V1.yaml
version: 1.0.0
entities:
  Book: {attributes: {title: string?}}
# V2.yaml
version: 2.0.0
entities:
  Book: {attributes: {title: string}}
```

## When it is safe

Where the numbers in the files' names mean something else. Files without numbers in their names
are not looked at.

## References

- https://semver.org
"""#,
]
}
