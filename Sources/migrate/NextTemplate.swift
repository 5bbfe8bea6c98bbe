internal import Diagnostics
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The file of a version in which nothing is new yet, to be edited.
///
/// What the newest version renamed is named again where a store that skips that version would lose
/// it.
struct NextTemplate {
  /// The file, with comments.
  let text: String

  /// The version that extends the newest one of a history, in a file of that path.
  ///
  /// - Throws: where the newest version cannot be extended.
  init(_ version: Version, after history: SchemaHistory, file base: String, path: String) throws {
    let name = history.newest?.schema.name ?? ""
    let empty = SchemaTemplates.next(version, of: name, after: base)
    let next = try SchemaReader.withEdits([path: empty]) { () throws(DiagnosticsError) in
      try SchemaReader.read(file: path)
    }
    let carried = next.safeToSkipTo(after: history).schema.onlyRenamed
    guard !carried.entities.isEmpty, let newest = history.newest?.schema.version else {
      text = empty
      return
    }
    text = SchemaTemplates.next(
      version, of: name, after: base,
      with: "  \(Self.reason(of: newest))\n" + Self.entities(of: carried))
  }

  /// The comment above a name that is carried on.
  static func reason(of newest: Version) -> String {
    "# What \(newest) renamed, for stores that skip it."
  }

  /// The lines of a schema file below 'entities'.
  private static func entities(of schema: Schema) -> String {
    SchemaWriter.yaml(of: schema).split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "entities:" }.dropFirst().joined(separator: "\n")
  }
}

extension Schema {
  /// The entities and properties that have an old name, and nothing besides.
  fileprivate var onlyRenamed: Schema {
    let renamed = entities.compactMap { entity -> Entity? in
      let attributes = entity.attributes.filter { $0.renamedFrom != nil }
      let relationships = entity.relationships.filter { $0.renamedFrom != nil }
      guard entity.renamedFrom != nil || !attributes.isEmpty || !relationships.isEmpty else {
        return nil
      }
      return Entity(
        entity.name, renamedFrom: entity.renamedFrom, attributes: attributes,
        relationships: relationships)
    }
    return Schema(name: name, version: version, entities: renamed)
  }
}
