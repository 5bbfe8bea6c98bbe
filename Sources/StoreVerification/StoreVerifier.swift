internal import Diagnostics
public import SQLite
package import StoreLayout
package import SchemaModel
internal import SchemaYAML

/// Checks whether a store is sound: its file, its definition, its objects, links and files.
///
/// ```swift
/// let report = try StoreVerifier.verify(storeAt: "Library.store")
/// report.isSound                  // false
/// report.findings.first?.message  // 2 links of 'Note.book' lead to a 'Book' that does not exist
/// ```
///
/// It reads and never writes, keeps no table in memory, and reads each table about once. The store describes
/// itself, so no schema files are needed.
public enum StoreVerifier {
  /// Verifies the store at a path.
  ///
  /// - Throws: ``SQLite/StoreOpenError``; ``VerificationError`` if the database is not a store of ours or a
  ///   key has an unknown name; ``SQLite/SQLiteError`` if the verification was cancelled. Problems of the
  ///   store, damage of the file included, are in the report.
  public static func verify(
    storeAt path: String, options: VerificationOptions = VerificationOptions()
  ) throws -> VerificationReport {
    let connection: Connection
    do throws(StoreOpenError) {
      connection = try StoreFile.open(path: path, for: .reading)
    } catch {
      guard case .corrupt(_, let detail) = error else { throw error }
      var report = VerificationReport()
      report.findings = [Finding(.damagedStore(detail: detail))]
      return report
    }
    return try verify(connection, options: options)
  }

  /// Verifies the store of an open connection, as it is at one instant.
  public static func verify(
    _ connection: Connection, options: VerificationOptions = VerificationOptions()
  ) throws -> VerificationReport {
    let verification = Verification(connection: connection, options: options)
    guard let isCancelled = options.isCancelled else { return try verification.run() }
    return try connection.cancellable(when: isCancelled) { try verification.run() }
  }

  /// The errors in the files next to a store: missing files, unreadable files, and malformed file names.
  ///
  /// To be quick, it does not read the files' content: only the files passed as altered are reported as
  /// altered. Files that no object names are not reported.
  ///
  /// - Throws: ``SQLite/SQLiteError``.
  package static func fileFindings(
    in layout: StoreLayout, on connection: Connection, altered: [String] = []
  ) throws -> [Finding] {
    try ExternalFileCheck(
      connection: connection, layout: layout, evidence: .altered(Set(altered)),
      isCancelled: { false }
    ).findings().filter { $0.severity == .error }
  }

  /// The errors in the files next to a store that describes itself; empty for any other database.
  ///
  /// - Throws: ``SQLite/SQLiteError``, also if the store's tables do not match its model.
  package static func fileFindings(
    on connection: Connection, altered: [String] = []
  ) throws -> [Finding] {
    guard let identity = try connection.readIdentity() else { return [] }
    let schema = try EmbeddedModel.document(of: identity).schema
    return try fileFindings(in: StoreLayout(of: schema), on: connection, altered: altered)
  }

  /// The files of an app, compared with the paths that the objects in a layout's tables or views hold.
  ///
  /// - Throws: ``PruneError/noPaths`` if no attribute holds paths; the errors of reading the store or the
  ///   folder.
  package static func survey(
    of files: OwnedFiles, on connection: Connection, in layout: StoreLayout
  ) throws -> OwnedFileCheck.Survey {
    try OwnedFileCheck(connection: connection, layout: layout, files: files).required().survey()
  }

  /// The problems of objects and links that do not meet the selected demands.
  ///
  /// A migration uses it to prove its result, inside its own transaction. Rows without a selected demand are
  /// not read. If either all rows of a table meet a demand or none does, only one row is read for it.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if the reading was interrupted. Every other problem is a finding.
  package static func findings(
    in layout: StoreLayout, of entities: [Entity]? = nil, on connection: Connection,
    asking isAsked: (ContentDemand) -> Bool,
    alikeForAllRows isAlike: (ContentDemand) -> Bool = { _ in false }
  ) throws(SQLiteError) -> [Finding] {
    try ContentChecks(connection: connection, layout: layout)
      .findings(of: entities, asking: isAsked, alikeForAllRows: isAlike)
  }
}
