internal import Diagnostics
internal import SchemaLint
internal import SchemaModel
internal import SchemaYAML

/// The file of a version without changes, to be edited.
///
/// A rename of the newest version is repeated if a store that skips that version would lose the rename.
struct NextTemplate {
  /// The file, with comments.
  let text: String

  /// Makes the file of a version that extends the newest version of a history.
  ///
  /// - Throws: if the newest version cannot be extended.
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

  /// The comment above a repeated rename.
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
  /// The schema with only the entities and properties that have an old name.
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
