internal import Diagnostics
internal import SQLText
internal import SchemaModel

/// What was probably meant by a name in declared SQL that is none.
struct NameHints {
  /// The names that may stand alone.
  let properties: [String]
  /// The entity whose objects the SQL is about.
  let entity: String
  /// The model in which paths are followed; nil where none are.
  let schema: Schema?
  /// Whose names these are.
  var version = "the version before"

  /// What helps with an error of SQLite's; nothing where it is about something else.
  func notes(on error: String) -> [Diagnostic.Note] {
    let prefix = "no such column: "
    guard error.hasPrefix(prefix) else { return [] }
    let names = error.dropFirst(prefix.count).split(separator: ".").map(String.init)
    return [.init(pathHint(names) ?? nameHint(names.last ?? ""))]
  }

  private func nameHint(_ name: String) -> String {
    if let near = nearest(to: name, among: properties) { return "did you mean '\(near)'?" }
    return "\(version) has: \(properties.joined(separator: ", "))"
  }

  /// What is wrong with a path, where it begins with a relationship.
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

  /// What a path begins with may be misspelt, too.
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
