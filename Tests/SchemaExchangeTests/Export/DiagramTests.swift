import SchemaExchange
import SchemaModel
import Testing

struct DiagramTests {
  static let schema = Schema(
    name: "Library \"L\"", version: Version(2), documentation: "With *notes*.",
    entities: [
      Entity(
        "Book", documentation: "What one reads.",
        attributes: [
          Attribute("title", .string, documentation: "As | printed."),
          Attribute("tags", .array(.string), isOptional: true),
          Attribute(
            "pages", .int64, isOptional: true, defaultValue: .literal(.int(0)), renamedFrom: "size",
            minimum: .int(0)),
          Attribute("kind", .enumeration(.inline(["a{b}", "c"]))),
        ],
        relationships: [
          Relationship("notes", .toMany, "Note", inverse: "book", deleteRule: .cascade),
          Relationship("friends", .toMany, "Book", inverse: "friends", isOrdered: true),
        ], uniquenessConstraints: [["title"]], indexes: [Index(on: "title", "pages")],
        rules: [ValidationRule(name: "sound", check: "pages >= 0 || 1")]),
      Entity("Größe", parent: "Book", isAbstract: true),
      Entity(
        "Note",
        relationships: [
          Relationship("book", .toOne, "Book", isOptional: true, inverse: "notes"),
          Relationship("about", .toOne, "Book"),
        ], table: "note`s", primaryKey: ["book"]),
    ],
    enumerations: [
      Enumeration("State", rawType: .int, cases: [.init("open", rawValue: .int(1))])
    ],
    composites: [Composite("Place", elements: [Attribute("row", .int16)])])

  @Test func `a schema is drawn in Mermaid's language`() {
    #expect(
      MermaidDiagram.text(of: Self.schema) == """
        erDiagram
          Book {
            string title UK
            string[] tags "optional"
            int pages "optional"
            enum kind
          }
          "Größe"
          Note
          Book ||--o| "Größe" : "kind of"
          Book }o--o{ Book : "friends"
          Note }o--|| Book : "about"
          Note }o--o| Book : "book / notes"

        """)
  }

  @Test func `a schema is drawn in Graphviz's language`() {
    #expect(
      GraphvizDiagram.text(of: Self.schema) == #"""
        digraph "Library \"L\"" {
          rankdir=LR;
          node [shape=record, fontname="Helvetica", fontsize=10];
          "Book" [label="{Book|title:\ string\ltags:\ [string]?\lpages:\ int?\ =\ 0\lkind:\ enum(a\{b\},\ c)\l}"];
          "Größe" [label="{«abstract»\ Größe|}"];
          "Note" [label="{Note|}"];
          "Größe" -> "Book" [arrowhead=empty];
          "Book" -> "Book" [label="friends", dir=both, arrowhead=crowodot, taillabel="friends", arrowtail=crowodot];
          "Note" -> "Book" [label="about", dir=both, arrowhead=teetee, arrowtail=none];
          "Note" -> "Book" [label="book", dir=both, arrowhead=teeodot, taillabel="notes", arrowtail=crowodot];
        }

        """#)
  }

  @Test func `a data dictionary contains every part of a schema`() {
    #expect(
      DataDictionary.text(of: Self.schema) == #"""
        # Library "L" 2.0.0

        With \*notes\*.

        ## Book

        What one reads.

        - unique: `title`
        - index: `title`, `pages`
        - rule: sound, `pages >= 0 \|\| 1`

        | name | type | remarks |
        |---|---|---|
        | `title` | `string` | As \| printed. |
        | `tags` | `[string]?` |  |
        | `pages` | `int? = 0` | at least 0; until now 'size' |
        | `kind` | `enum(a{b}, c)` |  |

        | name | leads to | remarks |
        |---|---|---|
        | `notes` | `many Note` | inverse book; delete cascade |
        | `friends` | `many, in order, Book` | inverse friends; delete nullify |

        ## Größe

        - abstract: only its kinds have objects
        - a kind of Book

        ## Note

        - in the table `` note`s ``
        - primary key: `book`

        | name | leads to | remarks |
        |---|---|---|
        | `book` | `one Book?` | inverse notes; delete nullify |
        | `about` | `one Book` | delete nullify |

        ## State

        | case | stored as |
        |---|---|
        | `open` | `1` |

        ## Place

        | part | type | remarks |
        |---|---|---|
        | `row` | `int16` |  |

        """#)
  }
}
