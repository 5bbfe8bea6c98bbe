internal import Diagnostics
internal import Files
internal import Reports
internal import SQLite
internal import StoreLayout
internal import StoreArchive

/// The previous state of a store that is replaced by a restored one.
struct ReplacedStore {
  private enum Content {
    case readable(StoreIdentity?, rows: Int64, own: Int64, origin: MigrationRecord?)
    case unreadable
  }

  private let path: String
  private let content: Content
  /// The time when the store was read, in seconds since 1970.
  private let time = SystemClock.now()

  /// Reads the existing store; nil if none exists.
  init?(at path: String, _ invocation: Invocation) {
    guard FileSystem.exists(path) else { return nil }
    self.path = path
    do {
      content = try Self.content(of: path, invocation)
    } catch {
      // A store may be restored because it is damaged.
      content = .unreadable
    }
  }

  private static func content(of path: String, _ invocation: Invocation) throws -> Content {
    let connection = try StoreFile.open(path: path, for: .reading)
    return try connection.transaction {
      let tables = try connection.readDefinition().tables
      let count = { try connection.rowCount(of: ($0 as TableDefinition).name) }
      let own = try tables.filter { StoreCatalog.has(table: $0.name) }.reduce(0) {
        $0 + (try count($1))
      }
      // Where no schema file describes the database, its model is unknown.
      let identity =
        try connection.readIdentity() ?? (try? StoreGlimpse(of: path, in: invocation))?.identity
      return .readable(
        identity, rows: try tables.reduce(0) { $0 + (try count($1)) }, own: own,
        origin: Self.origin(on: connection))
    }
  }

  /// The first entry in the history of a store; nil if it has none.
  static func origin(ofStoreAt path: String) -> MigrationRecord? {
    // The origin of an unreadable store is unknown.
    (try? StoreFile.open(path: path, for: .reading)).flatMap { origin(on: $0) }
  }

  private static func origin(on connection: Connection) -> MigrationRecord? {
    guard (try? connection.readIdentity()) != nil else { return nil }
    return try? connection.readHistory().first
  }

  /// The content: `Library 2.0.0, 1,234 rows, 2 about the store itself`.
  var summary: String {
    switch content {
    case .readable(let identity, let rows, let own, _):
      (identity.map { "\($0.schema) \($0.version)" } ?? "a database that 'migrate' did not make")
        + ", \(Quantity.count(rows, "row"))"
        + (own == 0 ? "" : ", \(Quantity.grouped(own)) about the store itself")
    case .unreadable: "a store that cannot be read"
    }
  }

  /// A warning if the backup is of another model, which the app could not open, or of another store of the
  /// model.
  ///
  /// A history only grows, so the histories of one store at two times begin with the same entry.
  func mismatch(
    with model: String?, begunWith origin: MigrationRecord?
  ) -> [Diagnostic] {
    guard case .readable(let identity, _, _, let first) = content else { return [] }
    let note = "see whether both paths are right; what was there is kept"
    let (mine, theirs) = (identity?.schema, model)
    if mine != theirs {
      let words = { (name: String?) in name.map { "of '\($0)'" } ?? "of no model" }
      return [
        Diagnostic(
          code: "another-model", severity: .warning,
          "'\(path)' was \(words(mine)), and the backup is \(words(theirs))", notes: [.init(note)])
      ]
    }
    // An entry by the restore itself says nothing about the origin.
    guard let first, let origin, origin.startedAt < time, first != origin else { return [] }
    return [
      Diagnostic(
        code: "another-store", severity: .warning,
        "'\(path)' and the backup may be of two stores: their histories begin with different entries",
        notes: [.init(note)])
    ]
  }
}
