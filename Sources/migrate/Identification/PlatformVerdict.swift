internal import MigrationPlanner
internal import Reports
internal import SchemaExchange
internal import SchemaModel

/// What the platform would do with a store that it wrote, given the newest version of the model.
struct PlatformVerdict {
  /// One thing that would happen.
  struct Statement: Hashable {
    /// The code of the error in the domain of Cocoa's errors; nil where there is none.
    var code: Int?
    /// What happens, and why.
    var text: String
  }

  let statements: [Statement]

  init(_ identification: VersionIdentification, _ histories: [SchemaHistory]) {
    guard let first = identification.made.first ?? identification.possible.first else {
      statements = identification.nearest == nil ? [] : Self.unknownVersion
      return
    }
    let name = first.schema
    let candidates = (identification.made + identification.possible).filter { $0.schema == name }
    let history = histories.first { $0.versions.first?.schema.name == name }
    statements =
      Self.duplicates(candidates.map(\.version))
      + (history.map { Self.opening(candidates.map(\.version), $0) } ?? [])
  }

  private static let unknownVersion = [
    Statement(
      code: 134504,
      text:
        "'unknown model version' with a migration plan, as none of its versions has the store's "
        + "checksum"),
    Statement(
      code: 134100,
      text:
        "'the model used to open the store is incompatible' without migration, as the store was "
        + "made by another model"),
    Statement(
      code: 134130,
      text: "'missing source model' with automatic migration, as the model that made the store is "
        + "not to be found"),
  ]

  private static func duplicates(_ versions: [Version]) -> [Statement] {
    guard versions.count > 1 else { return [] }
    let list = versions.map { "\($0)" }.joined(separator: " and ")
    return [
      Statement(
        text: "'duplicate version checksums across stages detected' with a migration plan that "
          + "lists \(list), as their version hashes are the same")
    ]
  }

  private static func opening(_ versions: [Version], _ history: SchemaHistory) -> [Statement] {
    guard let newest = history.newest?.schema.version, let version = versions.last else {
      return []
    }
    guard !versions.contains(newest) else {
      return [Statement(text: "\(newest), the newest version, opens it as it is")]
    }
    guard let way = HopMatrix(of: history)[version, newest] else { return [] }
    let refused = Statement(
      code: 134100,
      text:
        "'the model used to open the store is incompatible' with \(newest), the newest version, "
        + "without migration")
    switch way.verdict {
    case .same: return [Statement(text: "\(newest), the newest version, opens it as it is")]
    case .lightweight:
      return [
        refused, Statement(text: "the way from \(version) to \(newest) is inferred: lightweight"),
      ]
    case .custom, .refused:
      let causes = way.causes.map { ": \($0.summary)" }.first ?? ""
      let others = way.causes.count > 1 ? " and \(way.causes.count - 1) more" : ""
      return [
        refused,
        Statement(
          code: 134140,
          text: "'missing mapping model' where the way from \(version) to \(newest) is to be "
            + "inferred, which it cannot be" + causes + others),
      ]
    }
  }
}

extension PlatformVerdict.Statement {
  /// The statement in one line: `error 134100: …`.
  var line: String { code.map { "error \($0): \(text)" } ?? text }

  var value: JSONValue {
    ["code": code.map { .integer(Int64($0)) } ?? .null, "text": .string(text)]
  }
}
