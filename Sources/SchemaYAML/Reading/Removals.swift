internal import Diagnostics
internal import SchemaModel

/// The parts of the extended version that a version removes.
struct Removals: Sendable {
  /// A name with its place.
  struct Name {
    var text: String
    var location: SourceLocation
  }

  /// A part of an entity with its place.
  struct Part<Value: Sendable>: Sendable {
    var entity: String
    var value: Value
    var location: SourceLocation
  }

  var attributes: [Part<String>] = []
  var relationships: [Part<String>] = []
  var rules: [Part<String>] = []
  var unique: [Part<[String]>] = []
  var indexes: [Part<[String]>] = []
  var entities: [Name] = []
  var enumerations: [Name] = []
  var composites: [Name] = []
  var queries: [Name] = []

  /// The keys of `removed`, in the order of its documentation.
  static let keys = [
    "attributes", "relationships", "entities", "enums", "composites", "queries", "unique",
    "indexes", "rules",
  ]

  /// Reads `removed`; nil if the node is not a mapping, which is reported.
  init?(_ node: YAMLNode, log: ProblemLog) {
    guard
      let fields = Fields(
        node, of: "'removed'", key: "removed", allowed: Self.keys, listsParts: true, log: log)
    else { return nil }
    attributes = Self.parts(fields, "attributes", "attribute", log)
    relationships = Self.parts(fields, "relationships", "relationship", log)
    rules = Self.parts(fields, "rules", "rule", log)
    unique = Self.lists(fields, "unique", log)
    indexes = Self.lists(fields, "indexes", log)
    entities = Self.names(fields, "entities", log)
    enumerations = Self.names(fields, "enums", log)
    composites = Self.names(fields, "composites", log)
    queries = Self.names(fields, "queries", log)
  }

  private static func names(_ fields: Fields, _ key: String, _ log: ProblemLog) -> [Name] {
    fields.list(key).compactMap { node in
      node.text(of: key, log: log).map { Name(text: $0, location: node.location) }
    }
  }

  /// Parts that are named with their entity: `Book.title`.
  private static func parts(
    _ fields: Fields, _ key: String, _ kind: String, _ log: ProblemLog
  ) -> [Part<String>] {
    names(fields, key, log).compactMap { name in
      let parts = name.text.split(separator: ".", maxSplits: 1)
      guard parts.count == 2 else {
        log.report(
          .malformedRemoval(name.text, kind: kind, example: "Entity.\(kind)"), at: name.location)
        return nil
      }
      return Part(entity: String(parts[0]), value: String(parts[1]), location: name.location)
    }
  }

  /// Lists of properties by their entity: `{Book: [[title]]}`.
  private static func lists(
    _ fields: Fields, _ key: String, _ log: ProblemLog
  ) -> [Part<[String]>] {
    fields.entries(key).flatMap { pair in
      PropertyList.lists(
        pair.value.elements(of: pair.key.text, log: log) ?? [], key: key, log: log
      ).map { Part(entity: pair.key.text, value: $0.value, location: $0.location) }
    }
  }
}

extension Removals {
  /// The removed entities and properties, each by its path in the earlier version and the place of the
  /// removal.
  var places: [(path: SchemaPath, location: SourceLocation)] {
    attributes.map { (.property($0.value, of: $0.entity, .attributes), $0.location) }
      + relationships.map { (.property($0.value, of: $0.entity, .relationships), $0.location) }
      + entities.map { (.entity($0.text), $0.location) }
  }
}
