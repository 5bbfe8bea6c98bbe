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

  /// Keeps one of the objects that a new key finds equal, leads the links of the others to it, and
  /// checks that no equal ones are left; nil where some links cannot be led there.
  func merge(_ key: AddedKey) -> [Fix.Edit]? {
    let links = KeptLinks(to: key, in: step)
    guard links.unreachable.isEmpty else { return nil }
    let filter = Fix.Edit.set(
      key: "where", value: Self.quoted(key.firstOfEach(in: step)),
      in: root.appending("map", key.entity))
    let redirections = links.redirections.map { link in
      Fix.Edit.set(
        key: "using", value: Self.quoted(link.sql),
        in: root.appending("map", link.entity, link.property))
    }
    return around(
      [filter] + redirections, check: "{expect: \(Self.quoted(key.duplicates)), equals: 0}")
  }

  private func around(_ edit: Fix.Edit, check: String) -> [Fix.Edit] {
    around([edit], check: check)
  }

  private func around(_ work: [Fix.Edit], check: String) -> [Fix.Edit] {
    let declaration = step.target.migration
    var edits: [Fix.Edit] = []
    if declaration?.kind != .custom { edits.append(.set(key: "kind", value: "custom", in: root)) }
    edits += work
    if declaration?.after.isEmpty ?? true {
      edits.append(.append(value: check, to: root.appending("after")))
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
