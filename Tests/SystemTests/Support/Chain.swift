import StoreLayout
import SQLite
import MigrationPlanner
import SchemaModel
import SchemaYAML
import StoreCreation
import TestSupport

/// Versions of a schema, each made by chance from the one before and with values computed by chance,
/// and the laws that hold for any.
struct Chain: CustomStringConvertible {
  private let documents: [SchemaDocument]
  private let seed: UInt64
  private let objects: Int

  /// Two to five versions that grow from a seed.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var schemas = [randomSchema(seed: seed, identifiersAlone: true)]
    for step in 1..<UInt64.random(in: 2...5, using: &random) {
      schemas.append(successor(of: schemas[schemas.count - 1], seed: seed &+ step &* 1000))
    }
    self.init(Self.computing(schemas, seed), seed, objects: 3)
  }

  /// The versions, with expressions in the migration to each.
  private static func computing(_ schemas: [Schema], _ seed: UInt64) -> [SchemaDocument] {
    schemas.enumerated().map { position, schema in
      SchemaDocument(
        schema: schema,
        migration: position == 0
          ? nil : randomExpressions(from: schemas[position - 1], to: schema, seed: seed))
    }
  }

  private init(_ documents: [SchemaDocument], _ seed: UInt64, objects: Int) {
    (self.documents, self.seed, self.objects) = (documents, seed, objects)
  }

  var description: String {
    let versions = documents.map { SchemaWriter.yaml(of: $0) }.joined(separator: "---\n")
    return "chain of seed \(seed) with \(objects) objects of each entity:\n\(versions)"
  }

  /// The versions.
  var schemas: [Schema] { documents.map(\.schema) }
}

// MARK: - Shrinking

extension Chain {
  /// A chain that breaks a law, and the broken laws.
  struct Failure {
    let chain: Chain
    let laws: [String]
    /// Whether an error occurred, rather than a broken law.
    let isError: Bool
  }

  /// The smallest chain within this one that breaks a law, with what it breaks; nil where none is
  /// broken.
  func smallestFailure() -> Failure? { smallestFailure { try $0.brokenLaws() } }

  /// The smallest chain within this one in which something else is wrong.
  ///
  /// Every chain that has one thing less is tried, and the first that fails alike is made smaller in
  /// turn.
  func smallestFailure(_ broken: (Chain) throws -> [String]) -> Failure? {
    guard var smallest = ownFailure(broken) else { return nil }
    while let less = smallest.chain.smaller.firstFailure(like: smallest, broken) { smallest = less }
    return smallest
  }

  fileprivate func ownFailure(_ broken: (Chain) throws -> [String]) -> Failure? {
    do {
      let laws = try broken(self)
      return laws.isEmpty ? nil : Failure(chain: self, laws: laws, isError: false)
    } catch {
      return Failure(chain: self, laws: ["\(error)"], isError: true)
    }
  }

  /// The same with one thing less, the least first.
  private var smaller: [Chain] {
    var result: [Chain] = []
    if objects > 1 { result.append(Chain(documents, seed, objects: 1)) }
    if documents.count > 2 {
      result.append(Chain(Array(documents.dropFirst()), seed, objects: objects))
      result.append(Chain(documents.dropLast(), seed, objects: objects))
    }
    let schemas = schemas
    let isComputing = documents.contains { $0.migration != nil }
    if isComputing {
      result.append(Chain(schemas.map { SchemaDocument(schema: $0) }, seed, objects: objects))
    }
    return result
      + ChainPart.parts(of: schemas).compactMap { part in
        part.removed(from: schemas).map { schemas in
          Chain(
            isComputing
              ? Self.computing(schemas, seed) : schemas.map { SchemaDocument(schema: $0) },
            seed, objects: objects)
        }
      }
  }
}

extension [Chain] {
  /// The first of them that fails, and by an error or not as another one does.
  fileprivate func firstFailure(
    like other: Chain.Failure, _ broken: (Chain) throws -> [String]
  ) -> Chain.Failure? {
    for chain in self {
      if let failure = chain.ownFailure(broken), failure.isError == other.isError {
        return failure
      }
    }
    return nil
  }
}

// MARK: - Laws

extension Chain {
  /// The broken laws, in words.
  func brokenLaws() throws -> [String] {
    let stores = try Stores(SchemaHistory(documents), losses: losses())
    try stores.create("first", documents[0], objects: objects, seed: seed)
    try stores.create("meant", documents[documents.count - 1], objects: 0)
    for name in ["direct", "stepwise"] { try stores.copy("first", as: name) }
    try stores.migrate("direct")
    for document in documents { try stores.migrate("stepwise", to: document.schema.version) }
    try stores.backUp("first")
    try stores.restoreInNewestVersion("first", as: "restored")

    return try documents.flatMap(differenceFromItself)
      + modelReadBack(stores) + arrivals(stores) + documents.flatMap { try readBack($0, stores) }
  }

  /// The losses that the versions mean.
  private func losses() throws -> Set<String> {
    let plan = try Planner.plan(from: documents[0], through: Array(documents.dropFirst()))
    return Set(plan.hops.flatMap(\.changes).compactMap(\.approval))
  }

  private func differenceFromItself(_ document: SchemaDocument) throws -> [String] {
    var (document, next) = (document, document)
    // Values computed in the migration to it are not computed again.
    (document.migration, next.migration) = (nil, nil)
    next.schema.version = Version(1000)
    let changes = try Planner.plan(from: document, through: [next]).hops.flatMap(\.changes)
    return changes.isEmpty ? [] : ["\(document.schema.version) differs from itself: \(changes)"]
  }

  private func arrivals(_ stores: Stores) throws -> [String] {
    var broken: [String] = []
    for name in ["stepwise", "restored"] {
      let tables = try stores.comparison("direct", name).differences()
      if !tables.isEmpty { broken.append("the direct and the \(name) store differ in \(tables)") }
    }
    for name in ["first", "direct", "stepwise", "restored"] {
      let errors = try stores.errors(name)
      if !errors.isEmpty { broken.append("the \(name) store is not sound: \(errors)") }
    }
    return broken
  }

  /// A migrated store is defined as one that was made in that version.
  private func modelReadBack(_ stores: Stores) throws -> [String] {
    let meant = try stores.definition("meant")
    return try ["direct", "stepwise", "restored"].flatMap { name in
      try meant.differences(from: stores.definition(name)).map { "the \(name) store: \($0)" }
    }
  }

  /// A store carries the schema that it was made of.
  private func readBack(_ document: SchemaDocument, _ stores: Stores) throws -> [String] {
    let name = "empty \(document.schema.version)"
    try StoreCreator.create(at: stores.path(name), of: document)
    let read = try SchemaReader.read(
      text: stores.identity(name)?.model ?? "", name: "store"
    ).schema
    return read == document.schema ? [] : ["\(document.schema.version) reads back as another"]
  }
}
