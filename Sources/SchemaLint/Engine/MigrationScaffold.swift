internal import SchemaModel

/// Edits that add work to a version's migration, with what such a migration has to have besides: a
/// kind that does not deny it, and a check afterwards.
struct MigrationScaffold {
  private let step: VersionStep
  private let root = SchemaPath(["migration"])

  init(of step: VersionStep) { self.step = step }

  /// Gives a property its value by an expression.
  func expression(_ sql: String, for property: String, of entity: String) -> [Fix.Edit] {
    around(
      .set(key: "using", value: Self.quoted(sql), in: root.appending("map", entity, property)),
      check: "{count: \(entity)}")
  }

  /// Leaves behind the objects of an entity that do not meet a condition; a query says how many of
  /// those that it is about are left, which must be none.
  func filter(_ sql: String, of entity: String, leavingNone query: String) -> [Fix.Edit] {
    around(
      .set(key: "where", value: Self.quoted(sql), in: root.appending("map", entity)),
      check: "{expect: \(Self.quoted(query)), equals: 0}")
  }

  private func around(_ edit: Fix.Edit, check: String) -> [Fix.Edit] {
    let declaration = step.target.migration
    var edits: [Fix.Edit] = []
    if declaration?.kind != .custom { edits.append(.set(key: "kind", value: "custom", in: root)) }
    edits.append(edit)
    if declaration?.after.isEmpty ?? true {
      edits.append(.append(value: check, to: root.appending("after")))
    }
    return edits
  }

  /// A text in double quotes, as YAML reads it.
  private static func quoted(_ text: String) -> String {
    let escaped = text.flatMap { character in
      character == "\"" || character == "\\" ? "\\\(character)" : String(character)
    }
    return "\"" + escaped + "\""
  }
}
