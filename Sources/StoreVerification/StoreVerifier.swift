internal import Diagnostics
public import SQLite
package import StoreLayout
package import SchemaModel
internal import SchemaYAML

/// Finds out whether a store is sound: its file, its definition, its objects, links and files.
///
/// ```swift
/// let report = try StoreVerifier.verify(storeAt: "Library.store")
/// report.isSound                  // false
/// report.findings.first?.message  // 2 links of 'Note.book' lead to a 'Book' that is gone
/// ```
///
/// It reads and never writes, keeps no table in memory, and reads each table about once. The store
/// explains itself: no schema files are needed.
public enum StoreVerifier {
  /// Verifies the store at a path.
  ///
  /// - Throws: ``SQLite/StoreOpenError``; ``VerificationError`` where it is no store of ours
  ///   or a key names nothing; ``SQLite/SQLiteError`` where it was cancelled. What is wrong
  ///   with the store is in the report, damage of the file included.
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

  /// Verifies the store of an open connection, all of it as it is at one instant.
  public static func verify(
    _ connection: Connection, options: VerificationOptions = VerificationOptions()
  ) throws -> VerificationReport {
    let verification = Verification(connection, options)
    guard let isCancelled = options.isCancelled else { return try verification.run() }
    return try connection.cancellable(when: isCancelled) { try verification.run() }
  }

  /// The problems of the files next to a store: gone, not to be read, or under names that are none.
  ///
  /// Their content is taken on trust, so that it is quick, but for files that are known to be
  /// altered; files that no object speaks of are none of these problems.
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

  /// The problems of the files next to a store that describes itself; none where it does not.
  ///
  /// - Throws: ``SQLite/SQLiteError``, also where the store is not as its model says.
  package static func fileFindings(
    on connection: Connection, altered: [String] = []
  ) throws -> [Finding] {
    guard let identity = try connection.readIdentity() else { return [] }
    let schema = try EmbeddedModel.document(of: identity).schema
    return try fileFindings(in: StoreLayout(of: schema), on: connection, altered: altered)
  }

  /// The files of an app, and what the objects of a store say of them.
  ///
  /// A database that says nothing about itself is described by one of the versions.
  ///
  /// - Throws: ``PruneError/noPaths`` where no attribute holds paths; ``VerificationError`` where no version
  ///   describes the database; what reading the model, the store or the folder throws.
  package static func survey(
    of files: OwnedFiles, on connection: Connection, describedBy history: SchemaHistory?
  ) throws -> OwnedFileCheck.Survey {
    let schema: Schema
    if let identity = try connection.readIdentity() {
      schema = try EmbeddedModel.document(of: identity).schema
    } else {
      schema = try connection.schema(describedBy: history)
    }
    return try survey(of: files, on: connection, in: StoreLayout(of: schema))
  }

  /// The files of an app, and what the objects in the tables or views of a layout say of them.
  ///
  /// - Throws: ``PruneError/noPaths`` where no attribute holds paths; what reading the store or the folder
  ///   throws.
  package static func survey(
    of files: OwnedFiles, on connection: Connection, in layout: StoreLayout
  ) throws -> OwnedFileCheck.Survey {
    try OwnedFileCheck(connection: connection, layout: layout, files: files).required().survey()
  }

  /// The problems of objects and links that do not meet those demands that are asked about.
  ///
  /// For a migration to prove what it made, inside its own transaction. Rows of which nothing is
  /// asked are not read, and only one where it is known of a demand that all rows of the table meet
  /// it or none.
  ///
  /// - Throws: ``SQLite/SQLiteError`` where the reading was interrupted; whatever else is
  ///   wrong is a finding.
  package static func findings(
    in layout: StoreLayout, of entities: [Entity]? = nil, on connection: Connection,
    asking isAsked: (ContentDemand) -> Bool,
    alikeForAllRows isAlike: (ContentDemand) -> Bool = { _ in false }
  ) throws(SQLiteError) -> [Finding] {
    try ContentChecks(connection, layout)
      .findings(of: entities, asking: isAsked, alikeForAllRows: isAlike)
  }
}
