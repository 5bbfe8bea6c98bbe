import MigrationPlanner
import SchemaModel
import Testing

struct DeclaredRenameTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: [String]
    var new: [(name: String, renamedFrom: String?)]
    var outcome: [String]
  }

  static let cases = [
    Case(
      testDescription: "stale: the previous version has the new name already", old: ["b"],
      new: [("b", "a")], outcome: []),
    Case(
      testDescription: "stale: both were there and are there", old: ["a", "b"],
      new: [("a", nil), ("b", "a")], outcome: []),
    Case(
      testDescription: "a chain of renames moves every name on", old: ["a", "b"],
      new: [("b", "a"), ("c", "b")],
      outcome: ["> attribute Book.b, until now 'a'", "> attribute Book.c, until now 'b'"]),
    Case(
      testDescription: "a chain of renames may be long", old: ["a", "b", "c"],
      new: [("b", "a"), ("c", "b"), ("d", "c")],
      outcome: [
        "> attribute Book.b, until now 'a'", "> attribute Book.c, until now 'b'",
        "> attribute Book.d, until now 'c'",
      ]),
    Case(
      testDescription: "a chain whose first name is kept", old: ["a", "b", "c"],
      new: [("a", nil), ("b", "a"), ("c", "b"), ("d", "c")],
      outcome: [
        """
        V2.yaml:3:3: rename-source-kept: attribute 'b' is renamed from 'a', but this version \
        still has 'a'
          leave renamedFrom out, or remove 'a'
        """
      ]),
    Case(
      testDescription: "names that change places in a circle", old: ["a", "b", "c"],
      new: [("a", "c"), ("b", "a"), ("c", "b")],
      outcome: [("a", "c"), ("b", "a"), ("c", "b")].map { name, source in
        """
        V2.yaml:3:3: rename-swap: attribute '\(name)' is renamed from '\(source)', and so on in \
        a circle
          rename one of them to a new name in a version between
        """
      }),
    Case(
      testDescription: "the source is missing", old: ["x"], new: [("x", nil), ("b", "a")],
      outcome: [
        """
        V2.yaml:3:3: rename-source-missing: attribute 'b' is renamed from 'a', but the previous \
        version has neither 'a' nor 'b'
          write the name it had, or leave renamedFrom out if it is new
        """
      ]),
    Case(
      testDescription: "claimed twice", old: ["a"], new: [("b", "a"), ("c", "a")],
      outcome: [
        """
        V2.yaml:3:3: rename-claimed-twice: attribute 'c' is renamed from 'a', and so is 'b'
          keep renamedFrom on one of the two, and give the other a value with 'using' under \
        migration
        """
      ]),
    Case(
      testDescription: "the source still exists", old: ["a"], new: [("a", nil), ("b", "a")],
      outcome: [
        """
        V2.yaml:3:3: rename-source-kept: attribute 'b' is renamed from 'a', but this version \
        still has 'a'
          leave renamedFrom out, or remove 'a'
        """
      ]),
    Case(
      testDescription: "the new name was taken", old: ["a", "b"], new: [("b", "a")],
      outcome: [
        """
        V2.yaml:3:3: rename-target-exists: attribute 'b' is renamed from 'a', but the previous \
        version has a 'b' too: its values would be lost
          leave renamedFrom out and list 'a' under 'removed', or rename in a version after the \
        one that removes 'b'
        """
      ]),
    Case(
      testDescription: "a swap", old: ["a", "b"], new: [("a", "b"), ("b", "a")],
      outcome: [
        """
        V2.yaml:3:3: rename-swap: attribute 'a' is renamed from 'b' and 'b' from 'a'
          rename one of the two to a third name in a version between
        """,
        """
        V2.yaml:3:3: rename-swap: attribute 'b' is renamed from 'a' and 'a' from 'b'
          rename one of the two to a third name in a version between
        """,
      ]),
  ]

  @Test(arguments: cases)
  func `a declared rename holds, is stale, or is refused with a remedy`(test: Case) {
    let old = schema(1, Entity("Book", attributes: test.old.map { Attribute($0, .string) }))
    let new = schema(
      2,
      Entity(
        "Book",
        attributes: test.new.map { Attribute($0.name, .string, renamedFrom: $0.renamedFrom) }
      ))
    var outcome: [String] = []
    let found = problems {
      outcome = try SchemaDiff(
        from: document(old), to: document(new, places: [.entity("Book"): 3])
      ).changes.map(\.description)
    }
    #expect(outcome + found == test.outcome)
  }

  @Test func `entities are held to the same rules`() {
    let old = schema(1, Entity("Book"))
    let new = schema(2, Entity("Volume", renamedFrom: "Boook"))
    #expect(
      problems { _ = try SchemaDiff(from: document(old), to: document(new)) } == [
        """
        rename-source-missing: entity 'Volume' is renamed from 'Boook', but the previous version \
        has neither 'Boook' nor 'Volume'
          did you mean 'Book'? Leave renamedFrom out if it is new
        """
      ])
  }

  @Test func `a removed attribute is no source of a rename to a name that existed before`() throws {
    let old = schema(
      1, Entity("Book", attributes: [Attribute("a", .string), Attribute("b", .string)]))
    let new = schema(
      2, Entity("Book", attributes: [Attribute("b", .string, renamedFrom: "a")]))
    let removed = SchemaPath.property("a", of: "Book", .attributes)
    let diff = try SchemaDiff(from: document(old), to: document(new, removals: [removed]))
    #expect(diff.changes.map(\.description) == ["- attribute Book.a: string"])
  }

  /// A book whose only attribute has a name, and another one in 'renamedFrom'.
  private func book(_ version: Int, _ name: String, _ renamedFrom: String?) -> SchemaDocument {
    document(
      schema(
        version, Entity("Book", attributes: [Attribute(name, .string, renamedFrom: renamedFrom)])))
  }

  @Test func `a first name that is carried along is followed over several renames`() throws {
    let (second, third) = (book(2, "b", "a"), book(3, "c", "a"))
    #expect(
      try SchemaDiff(from: second, to: third).changes.map(\.description) == [
        "> attribute Book.c, until now 'b'"
      ])
    #expect(
      try SchemaDiff(from: book(1, "a", nil), to: third).changes.map(\.description) == [
        "> attribute Book.c, until now 'a'"
      ])
  }

  @Test func `a first name that returns belongs to the property or entity that had it`() throws {
    #expect(
      try SchemaDiff(from: book(2, "b", "a"), to: book(3, "a", nil)).changes.map(\.description) == [
        "> attribute Book.a, until now 'b'"
      ])
    let volume = schema(2, Entity("Volume", renamedFrom: "Book"))
    #expect(
      try differences(volume, schema(3, Entity("Book"))) == ["> entity Book, until now 'Volume'"])
  }

  @Test func `a first name that returns does not belong to a property listed as removed`() throws {
    var third = book(3, "a", nil)
    third.removals = [.property("b", of: "Book", .attributes)]
    #expect(
      try SchemaDiff(from: book(2, "b", "a"), to: third).changes.map(\.description) == [
        "+ attribute Book.a: string", "- attribute Book.b: string",
      ])
  }

  @Test func `a first name that returns in a sub-entity is not the inherited property`() throws {
    let thing = Entity("Thing", attributes: [Attribute("b", .string, renamedFrom: "a")])
    let old = schema(2, thing, Entity("Book", parent: "Thing"))
    let new = schema(
      3, thing,
      Entity("Book", parent: "Thing", attributes: [Attribute("a", .string, isOptional: true)]))
    #expect(try differences(old, new) == ["+ attribute Book.a: string?"])
    let renamed = schema(
      3, Entity("Thing", attributes: [Attribute("a", .string)]), Entity("Book", parent: "Thing"))
    #expect(try differences(old, renamed) == ["> attribute Thing.a, until now 'b'"])
  }

  @Test func `a first name that two properties had decides nothing`() {
    let second = document(
      schema(
        2,
        Entity(
          "Book",
          attributes: [
            Attribute("b", .string, renamedFrom: "a"), Attribute("d", .string, renamedFrom: "a"),
          ])))
    let told = problems { _ = try SchemaDiff(from: second, to: book(3, "c", "a")) }
    #expect(
      told.filter { $0.hasPrefix("rename-source") } == [
        """
        rename-source-missing: attribute 'c' is renamed from 'a', but the previous version has \
        neither 'a' nor 'c'
          write the name it had, or leave renamedFrom out if it is new
        """
      ])
  }

  @Test func `entities are followed by their first names, too`() throws {
    let second = schema(2, Entity("Volume", renamedFrom: "Book"))
    let third = schema(3, Entity("Tome", renamedFrom: "Book"))
    #expect(try differences(second, third) == ["> entity Tome, until now 'Volume'"])
  }
}
