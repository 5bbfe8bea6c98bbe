internal import SchemaModel

/// Edits that add work to a version's migration, with what such a migration has to have besides: a
/// kind that does not deny it, and a check afterwards.
struct MigrationScaffold {
  private let step: VersionStep
  private let root = SchemaPath(["migration"])

  init(of step: VersionStep) { self.step = step }

  /// Gives a property its value by an expression, and checks that a query then counts nothing.
  func expression(
    _ sql: String, for property: String, of entity: String, leaving query: String
  ) -> [Fix.Edit] {
    let path = root.appending("map", entity, property)
    return around(
      [.set(key: "using", value: Self.quoted(sql), in: path)], check: query)
  }

  /// Makes one of the objects that a new key finds equal, and checks that no equal ones are left; nil
  /// where that is not to be done, or where the migration counts on each object to stay.
  func merge(_ key: AddedKey) -> [Fix.Edit]? {
    guard let deduplication = key.deduplication(in: step),
      key.countsThatBreak(in: step).isEmpty
    else { return nil }
    let edit = Fix.Edit.set(
      key: "dedupe", value: deduplication.notation, in: root.appending("map", key.entity))
    return around([edit], check: key.duplicates)
  }

  /// The work, with a check that a query counts nothing where the migration has no check yet.
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

  /// A text in double quotes, as YAML reads it.
  static func quoted(_ text: String) -> String {
    let escaped = text.flatMap { character in
      character == "\"" || character == "\\" ? "\\\(character)" : String(character)
    }
    return "\"" + escaped + "\""
  }
}
