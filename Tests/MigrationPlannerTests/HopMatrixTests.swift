import MigrationPlanner
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

struct HopMatrixTests {
  private static func history(_ attributes: String...) throws -> SchemaHistory {
    SchemaHistory(
      try attributes.enumerated().map { number, text in
        try SchemaReader.read(
          text: "schema: Library\nversion: \(number + 1)\nentities: {Book: \(text)}\n",
          name: "V\(number + 1).yaml")
      })
  }

  @Test func `a migration over several steps is classified as its worst step`() throws {
    let matrix = HopMatrix(
      of: try Self.history(
        "{attributes: {title: string}}", "{attributes: {title: string, year: int?}}",
        "{attributes: {title: string, year: int?}, indexes: [[title]]}",
        "{attributes: {title: string, year: string?}}"))
    #expect(
      matrix.ways.map { "\($0.source) \($0.target) \($0.verdict)" } == [
        "1.0.0 2.0.0 lightweight", "1.0.0 3.0.0 lightweight", "1.0.0 4.0.0 custom",
        "2.0.0 3.0.0 same", "2.0.0 4.0.0 custom", "3.0.0 4.0.0 custom",
      ])
    #expect(matrix[Version(2), Version(3)]?.verdict == .same)
    #expect(matrix[Version(3), Version(2)] == nil)
    #expect(matrix.problems == [:])
  }

  @Test func `without a platform a step is in place or rewritten, and nothing is inferred`() throws
  {
    let book = "{table: book, attributes: {title: string, pages: int"
    var texts = ["}}", " = 1}}", " = 1}, indexes: [[title]]}", " = 1}, indexes: [[title]]}"]
    texts =
      texts.map { book + $0 }
      + ["{table: book, attributes: {title: string, pages: string = ''}}"]
    let documents = try texts.enumerated().map { number, text in
      try SchemaReader.read(
        text: "schema: Library\nversion: \(number + 1)\nentities: {Book: \(text)}\n",
        name: "V\(number + 1).yaml")
    }
    let matrix = HopMatrix(of: SchemaHistory(documents), .both) { source, _ in
      source.schema.version == Version(1)
    }
    #expect(
      matrix.ways.map { "\($0.source) \($0.target) \($0.verdict.rawValue)" } == [
        "1.0.0 2.0.0 rewritten", "1.0.0 3.0.0 rewritten", "1.0.0 4.0.0 rewritten",
        "1.0.0 5.0.0 rewritten", "2.0.0 3.0.0 in place", "2.0.0 4.0.0 in place",
        "2.0.0 5.0.0 in place", "3.0.0 4.0.0 same", "3.0.0 5.0.0 in place",
        "4.0.0 5.0.0 in place",
      ])
    #expect(matrix.ways.allSatisfy { $0.platform == nil && $0.causes == [] })
  }

  @Test(arguments: [
    ("platform: swiftdata\n", HopMatrix.Verdict.custom, DataLossRisk.certain),
    ("platform: swiftdata\nmigration: {kind: custom}\n", .custom, .none),
    ("platform: coredata\n", .lightweight, .none), ("", .lightweight, .none),
  ])
  func `SwiftData loses the objects of a renamed class unless a stage is declared`(
    lines: String, verdict: HopMatrix.Verdict, risk: DataLossRisk
  ) throws {
    let history = SchemaHistory(
      try ["{Book: {}, Shelf: {}}", "{Volume: {renamedFrom: Book}, Shelf: {}}"].enumerated().map {
        try SchemaReader.read(
          text: "schema: Library\nversion: \($0 + 1)\nentities: \($1)\n"
            + ($0 == 0 ? lines.replacing("migration: {kind: custom}\n", with: "") : lines),
          name: "V\($0 + 1).yaml")
      })
    let way = HopMatrix(of: history)[Version(1), Version(2)]
    #expect(way?.verdict == verdict)
    #expect(way?.platform?.verdict == verdict)
    let plan = try Planner.plan(
      history: history, from: Version(1), to: Version(2), onPlatform: true)
    #expect(plan.hops.map(\.risk) == [risk])
  }

  @Test func `stores of an equal earlier version count as current`() throws {
    let matrix = HopMatrix(
      of: try Self.history(
        "{attributes: {title: string}}", "{attributes: {title: string, year: int?}}",
        "{attributes: {title: string}}"))
    #expect(matrix.ways.map(\.verdict) == [.lightweight, .same, .lightweight])
  }

  @Test(arguments: [
    "{attributes: {title: string, key: {type: string, optional: true, derived: 'canonical:(title)'}}}",
    "{hashModifier: x, attributes: {title: string?}, unique: [[title]]}",
    "{attributes: {title: string, isbn: string}, unique: [[title], [isbn]]}",
  ])
  func `an unknown hash is never called the same`(book: String) throws {
    let ways = HopMatrix(of: try Self.history(book, book), .both).ways
    #expect(ways.map(\.verdict) == [.lightweight, .lightweight])
    #expect(ways.map(\.platform?.verdict) == [.lightweight, .lightweight])
  }

  @Test func `a derivation that is added, removed or replaced is a change`() throws {
    let derived = "{attributes: {title: string, key: {type: string, optional: true, derived: "
    let history = try Self.history(
      derived + "'lowercase:(title)'}}}", "{attributes: {title: string, key: string?}}",
      derived + "'uppercase:(title)'}}}")
    let matrix = HopMatrix(of: history, .both)
    #expect(matrix.ways.allSatisfy { $0.verdict == .custom && $0.platform?.verdict == .custom })
    #expect(
      matrix.ways.filter { !$0.isBackward }.map(\.causes.last?.summary) == [
        "attribute Book.key: derivation 'lowercase:(title)' to none",
        "attribute Book.key: derivation none to 'uppercase:(title)'",
        "attribute Book.key: derivation none to 'uppercase:(title)'",
      ])
  }

  @Test func `every migration over a step that cannot be planned is refused`() throws {
    let matrix = HopMatrix(
      of: try Self.history(
        "{attributes: {title: string}}", "{attributes: {name: string}}",
        "{attributes: {name: string, year: int?}}"))
    #expect(matrix.ways.map(\.verdict) == [.refused, .refused, .lightweight])
    #expect(Array(matrix.problems.keys) == [Version(2)])
    #expect(HopMatrix(of: try Self.history("{}")).ways == [])
  }

  @Test func `a step that is left to code of the app is custom, whatever the names are`() throws {
    let source = "schema: Library\nversion: 1\nentities: {Book: {attributes: {title: string}}}\n"
    func verdicts(_ more: String) throws -> [HopMatrix.Verdict] {
      let target = source.replacing("title", with: "name").replacing(
        "version: 1", with: "version: 2")
      let texts = [source, target + more]
      return HopMatrix(
        of: SchemaHistory(try texts.map { try SchemaReader.read(text: $0, name: "V.yaml") })
      ).ways.map(\.verdict)
    }
    #expect(try verdicts("") == [.refused])
    #expect(try verdicts("migration: {kind: custom}") == [.custom])
    #expect(
      try verdicts("migration: {kind: custom, after: [{count: Book}]}") == [.refused])
  }

  @Test func `consecutive lightweight steps are judged as the single step that the platform makes`()
    throws
  {
    let history = try Self.history(
      "{attributes: {title: string, year: string?}}", "{attributes: {title: string}}",
      "{attributes: {title: string, year: int?}}",
      "{attributes: {title: string, year: int?}, hashModifier: a}")
    let matrix = HopMatrix(of: history)
    #expect(
      matrix.ways.map { "\($0.source) \($0.target) \($0.verdict)" } == [
        "1.0.0 2.0.0 lightweight", "1.0.0 3.0.0 custom", "1.0.0 4.0.0 custom",
        "2.0.0 3.0.0 lightweight", "2.0.0 4.0.0 lightweight", "3.0.0 4.0.0 lightweight",
      ])
    #expect(
      matrix[Version(1), Version(4)]?.causes == [
        HopMatrix.Cause(
          source: Version(1), target: Version(4), summary: "attribute Book.year: string to int",
          reason:
            "the platform converts only numbers; here a value that does not fit fails the migration"
        )
      ])
  }

  @Test func `a custom step ends the run of lightweight ones`() throws {
    var documents = try Self.history(
      "{attributes: {title: string, year: string?}}", "{attributes: {title: string}}",
      "{attributes: {title: string, year: int?}}"
    ).versions
    documents[1].migration = MigrationDeclaration(before: [.count(entity: "Book", equals: nil)])
    let matrix = HopMatrix(of: SchemaHistory(documents))
    #expect(matrix.ways.map(\.verdict) == [.custom, .custom, .lightweight])
    #expect(
      matrix[Version(1), Version(3)]?.causes == [
        HopMatrix.Cause(
          source: Version(1), target: Version(2), summary: "checks or expressions are declared",
          reason: "an inferred migration does not carry them out")
      ])
  }

  @Test func `a custom step is distinguished from what the platform infers directly`() throws {
    var documents = try Self.history(
      "{attributes: {title: string}}", "{attributes: {title: string, year: string?}}",
      "{attributes: {title: string, year: string?, note: string?}}",
      "{attributes: {title: string, year: int?, note: string?}}",
      "{attributes: {title: string}}"
    ).versions
    documents[1].migration = MigrationDeclaration(before: [.count(entity: "Book", equals: nil)])
    let history = SchemaHistory(documents)
    let matrix = HopMatrix(of: history, .both)
    #expect(
      matrix.ways.map {
        "\($0.source) \($0.target) \($0.verdict) \($0.platform?.verdict ?? .refused)"
      } == [
        "1.0.0 2.0.0 custom lightweight", "1.0.0 3.0.0 custom lightweight",
        "1.0.0 4.0.0 custom lightweight", "1.0.0 5.0.0 same same",
        "2.0.0 1.0.0 lightweight lightweight", "2.0.0 3.0.0 lightweight lightweight",
        "2.0.0 4.0.0 custom custom", "2.0.0 5.0.0 custom lightweight",
        "3.0.0 1.0.0 lightweight lightweight", "3.0.0 2.0.0 lightweight lightweight",
        "3.0.0 4.0.0 custom custom", "3.0.0 5.0.0 custom lightweight",
        "4.0.0 1.0.0 lightweight lightweight", "4.0.0 2.0.0 custom custom",
        "4.0.0 3.0.0 custom custom", "4.0.0 5.0.0 lightweight lightweight",
        "5.0.0 1.0.0 same same", "5.0.0 2.0.0 lightweight lightweight",
        "5.0.0 3.0.0 lightweight lightweight", "5.0.0 4.0.0 lightweight lightweight",
      ])
    for way in matrix.ways where !way.isBackward {
      #expect(HopMatrix.way(from: way.source, to: way.target, in: history) == way)
    }
    #expect(HopMatrix.way(from: Version(2), to: Version(1), in: history) == nil)
    #expect(HopMatrix.way(from: Version(2), to: Version(9), in: history) == nil)
  }

  @Test func `backward migrations are classified as the platform infers them, by first names`()
    throws
  {
    let matrix = HopMatrix(
      of: try Self.history(
        "{attributes: {title: string, year: string?}}",
        "{attributes: {name: {type: string, renamedFrom: title}, year: int?}}",
        "{attributes: {heading: {type: string, renamedFrom: title}, year: int?}}"), .both)
    #expect(
      matrix.ways.map { "\($0.source) \($0.target) \($0.verdict)" } == [
        "1.0.0 2.0.0 custom", "1.0.0 3.0.0 custom", "2.0.0 1.0.0 custom", "2.0.0 3.0.0 lightweight",
        "3.0.0 1.0.0 custom", "3.0.0 2.0.0 lightweight",
      ])
    #expect(
      matrix[Version(3), Version(1)]?.causes.map(\.summary) == [
        "attribute Book.year: int to string"
      ])
    #expect(matrix.problems == [:])
  }

  @Test func `a first name that returns belongs to its property in forward migrations, too`() throws
  {
    let history = try Self.history(
      "{attributes: {isSilenced: {type: bool, renamedFrom: muted}}}", "{attributes: {muted: int32}}"
    )
    let matrix = HopMatrix(of: history, .both)
    #expect(
      matrix.ways.map { "\($0.source) \($0.target) \($0.verdict) \($0.causes.map(\.summary))" } == [
        "1.0.0 2.0.0 lightweight []", "2.0.0 1.0.0 lightweight []",
      ])
    let inferred = PlatformInference(
      from: history.versions[0].schema, to: history.versions[1].schema)
    #expect(
      inferred.changes.map(\.change.summary) == [
        "attribute Book.muted, until now 'isSilenced'", "attribute Book.muted: bool to int32",
      ])
  }

  @Test func `a property listed as removed is dropped here, but found again by the platform`()
    throws
  {
    var documents = try Self.history(
      "{attributes: {isSilenced: {type: bool, renamedFrom: muted}}}", "{attributes: {muted: bool?}}"
    ).versions
    documents[1].removals = [.property("isSilenced", of: "Book", .attributes)]
    #expect(
      HopMatrix(of: SchemaHistory(documents)).ways.flatMap(\.causes) == [
        HopMatrix.Cause(
          source: Version(1), target: Version(2), summary: "attribute Book.isSilenced: bool",
          reason:
            "it is listed as removed, and the platform takes 'muted' for it, whose first name both "
            + "have")
      ])
  }

  @Test func `a comparison entity by entity has the same result as one of whole schemas`() throws {
    var compared = 0
    for seed in 0..<40 as Range<UInt64> {
      var schemas = [randomSchema(seed: seed)]
      for step in 1...4 as ClosedRange<UInt64> {
        var next = successor(of: schemas[schemas.count - 1], seed: seed &* 31 &+ step)
        next.version = Version(Int(step) + 1)
        schemas.append(next)
      }
      let documents = schemas.map { SchemaDocument(schema: $0) }
      let matrix = HopMatrix(of: SchemaHistory(documents), .both)
      for way in matrix.ways where way.isBackward {
        let (source, target) = (
          documents.first { $0.schema.version == way.source },
          documents.first { $0.schema.version == way.target }
        )
        guard let source, let target else { continue }
        let whole = HopReview(from: source, to: target).changes
          .filter { $0.classification == .custom }.map(\.change.summary)
        if way.verdict != .same {
          #expect(
            way.causes.map(\.summary).sorted() == whole.sorted(), "seed \(seed): \(way.source)")
          compared += whole.count
        }
      }
    }
    #expect(compared > 100)
  }
}
