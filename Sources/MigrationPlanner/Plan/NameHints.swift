package import Diagnostics
internal import SQLText
package import SchemaModel

/// Suggestions for unknown names in declared SQL.
package struct NameHints {
  /// The names that may be used without a path.
  private let properties: [String]
  /// The entity to whose objects the SQL applies.
  private let entity: String
  /// The model in which paths are followed; nil if paths are not allowed.
  private let schema: Schema?
  /// The version of these names, in words.
  private let version: String

  /// Hints for SQL about the objects of an entity.
  package init(
    properties: [String], entity: String, schema: Schema?, version: String = "the previous version"
  ) {
    (self.properties, self.entity, self.schema) = (properties, entity, schema)
    self.version = version
  }

  /// Notes on SQLite's error about an unknown table: the nearest entity, or all entities.
  package static func notes(
    on error: String, amongEntitiesOf schema: Schema, version: String
  ) -> [Diagnostic.Note] {
    let prefix = "no such table: "
    guard error.hasPrefix(prefix) else { return [] }
    let names = schema.entities.map(\.name)
    let name = String(error.dropFirst(prefix.count))
    let known = schema.entities.first { $0.name.asciiLowercased == name.asciiLowercased }
    if let known, let root = schema.root(of: known.name), root.name != known.name {
      return [
        .init(
          "objects of '\(known.name)' are rows of '\(root.name)' \(condition(for: known, schema))")
      ]
    }
    if let near = nearest(to: name, among: names) {
      return [.init("did you mean '\(near)'?")]
    }
    return [.init("\(version) has: \(names.joined(separator: ", "))")]
  }

  /// The condition for the rows of a table that are objects of an entity or its sub-entities.
  private static func condition(for entity: Entity, _ schema: Schema) -> String {
    let family = schema.family(of: entity.name).filter { !$0.isAbstract }.map { "'\($0.name)'" }
    return family.count == 1
      ? "with _entity = \(family[0])" : "with _entity IN (\(family.joined(separator: ", ")))"
  }

  /// Notes on an error of SQLite's; empty if it is about something else.
  package func notes(on error: String) -> [Diagnostic.Note] {
    let prefix = "no such column: "
    if let schema, error.hasPrefix("no such table: ") {
      return Self.notes(on: error, amongEntitiesOf: schema, version: version)
    }
    if error == "no such function: now" {
      return [.init("'now()' is for defaults: in an expression write 'migrate_now()'")]
    }
    guard error.hasPrefix(prefix) else { return [] }
    let names = error.dropFirst(prefix.count).split(separator: ".").map(String.init)
    return [.init(pathHint(names) ?? nameHint(names.last ?? ""))]
  }

  private func nameHint(_ name: String) -> String {
    if ["rowid", "_rowid_", "oid"].contains(name.asciiLowercased) {
      return "the identity of an object is '_id'"
    }
    if let near = nearest(to: name, among: properties) { return "did you mean '\(near)'?" }
    return "\(version) has: \(properties.joined(separator: ", "))"
  }

  /// The problem with a path that begins with a relationship.
  private func pathHint(_ names: [String]) -> String? {
    guard let schema else { return nil }
    var owner = entity
    for (position, name) in names.enumerated() {
      let found = schema.allRelationships(of: owner).first {
        $0.name.asciiLowercased == name.asciiLowercased
      }
      guard let found else {
        return position == 0
          ? beginningHint(names, schema) : hint(for: names, at: position, of: owner, schema)
      }
      if found.cardinality == .toMany {
        return "'\(found.name)' of '\(owner)' leads to many objects, and a path follows to-one "
          + "relationships; ask for one of them, or for their number, in a query of its own"
      }
      owner = found.destination
    }
    return nil
  }

  /// A suggestion for a misspelt first name of a path.
  private func beginningHint(_ names: [String], _ schema: Schema) -> String? {
    guard names.count > 1,
      let near = nearest(
        to: names[0], among: schema.allRelationships(of: entity).map(\.name))
    else { return nil }
    return "did you mean '\(([near] + names.dropFirst()).joined(separator: "."))'?"
  }

  private func hint(
    for names: [String], at position: Int, of owner: String, _ schema: Schema
  ) -> String {
    let known =
      schema.allAttributes(of: owner).map(\.name) + schema.allRelationships(of: owner).map(\.name)
    guard let near = nearest(to: names[position], among: known) else {
      return "'\(owner)' has: \(known.joined(separator: ", "))"
    }
    var path = names
    path[position] = near
    return "did you mean '\(path.joined(separator: "."))'?"
  }
}
