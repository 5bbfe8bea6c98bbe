internal import Diagnostics
internal import Files
internal import Reports
internal import SQLiteStore
internal import StoreArchive

/// A store that is to make way for another one, as it was before.
struct ReplacedStore {
  private enum Content {
    case readable(StoreIdentity?, rows: Int64)
    case unreadable
  }

  private let path: String
  private let content: Content

  /// Looks at what is there; nil where nothing is.
  init?(at path: String) {
    guard FileSystem.exists(path) else { return nil }
    self.path = path
    do {
      content = try Self.content(of: path)
    } catch {
      // A store is restored because it is damaged, too.
      content = .unreadable
    }
  }

  private static func content(of path: String) throws -> Content {
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.transaction {
      let tables = try connection.readDefinition().tables
      let rows = try tables.reduce(0) { $0 + (try connection.rowCount(of: $1.name)) }
      return .readable(try connection.readIdentity(), rows: rows)
    }
  }

  /// What it is: `Library 2.0.0, 1,234 rows`.
  var summary: String {
    switch content {
    case .readable(let identity, let rows):
      (identity.map { "\($0.schema) \($0.version)" } ?? "a database without a model of ours")
        + ", \(Quantity.count(rows, "row"))"
    case .unreadable: "a store that cannot be read"
    }
  }

  /// That the backup is of another model, so that an app would not know the store any more.
  func mismatch(with contents: BackupContents) -> [Diagnostic] {
    guard case .readable(let identity, _) = content,
      identity?.schema != contents.store.identity?.schema
    else { return [] }
    let model = { (name: String?) in name.map { "of '\($0)'" } ?? "of no model" }
    return [
      Diagnostic(
        code: "another-model", severity: .warning,
        "'\(path)' was \(model(identity?.schema)), and the backup is "
          + model(contents.store.identity?.schema),
        notes: [.init("see whether both paths are right; what was there is kept")])
    ]
  }
}
