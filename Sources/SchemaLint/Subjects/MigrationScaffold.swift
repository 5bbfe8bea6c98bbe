internal import SchemaModel

/// Edits that add work to a version's migration, with everything that such a migration needs.
///
/// It needs a kind that allows the work, and a check after it.
struct MigrationScaffold {
  private let step: VersionStep
  private let root = SchemaPath(["migration"])

  init(of step: VersionStep) { self.step = step }

  /// The edits that compute a property by an expression, with a check that a query then counts zero.
  func expression(
    _ sql: String, for property: String, of entity: String, leaving query: String
  ) -> [Fix.Edit] {
    let path = root.appending("map", entity, property)
    return around(
      [.set(key: "using", value: Self.quoted(sql), in: path)], check: query)
  }

  /// The edits that merge objects with the same new key, with a check that no duplicates are left.
  ///
  /// Nil if they should not be merged, or if the migration has a count that would fail.
  func merge(_ key: AddedKey) -> [Fix.Edit]? {
    guard let deduplication = key.deduplication(in: step),
      key.countsThatBreak(in: step).isEmpty
    else { return nil }
    let edit = Fix.Edit.set(
      key: "dedupe", value: deduplication.notation, in: root.appending("map", key.entity))
    return around([edit], check: key.duplicates)
  }

  /// The edits of the work, with a check that a query counts zero, unless the migration already has a check.
  private func around(_ work: [Fix.Edit], check: String) -> [Fix.Edit] {
    let declaration = step.target.migration
    var edits: [Fix.Edit] = []
    if declaration?.kind != .custom { edits.append(.set(key: "kind", value: "custom", in: root)) }
    edits += work
    if declaration?.after.isEmpty ?? true {
      let value = "{expect: \(Self.quoted(check)), equals: 0}"
      edits.append(.append(value: value, to: root.appending("after")))
    }
    return edits
  }

  /// A text in double quotes, in the notation of YAML.
  static func quoted(_ text: String) -> String {
    let escaped = text.flatMap { character in
      character == "\"" || character == "\\" ? "\\\(character)" : String(character)
    }
    return "\"" + escaped + "\""
  }
}
