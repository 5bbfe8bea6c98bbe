package import Diagnostics
public import SchemaModel
package import SQLite
internal import StoreLayout

/// Migrates stores from one version of a schema to a later one, or leaves them as they were.
///
/// ```swift
/// let migrator = Migrator(history: history)
/// switch try migrator.apply(to: "library.store") {
/// case .alreadyCurrent: break
/// case .migrated(let summary): print("now version \(summary.target)")
/// case .rehearsed: break // only with `isDryRun`
/// }
/// ```
public struct Migrator: Sendable {
  /// The versions of the schema.
  public var history: SchemaHistory
  /// The caller's choices.
  public var options: MigrationOptions

  /// A migrator for the stores of a schema.
  public init(history: SchemaHistory, options: MigrationOptions = MigrationOptions()) {
    self.history = history
    self.options = options
  }
}

extension Migrator {
  /// Inspects a store without writing.
  public func inspect(_ store: String) -> StoreInspection {
    StoreInspector.open(
      path: store, history: history, assuming: options.source, patience: options.patience
    ).inspection
  }

  /// Inspects a store that is open to read.
  package func inspect(_ store: String, on connection: Connection) -> StoreInspection {
    StoreInspector.inspect(connection, path: store, history: history, assuming: options.source)
  }

  /// Plans the migration of a store, without writing.
  ///
  /// - Throws: the errors that keep a plan from being made. The reasons for which a plan cannot be carried
  ///   out are in its ``StorePlan/obstacles``.
  public func plan(for store: String) throws(MigrationError) -> StorePlan {
    try plan(for: store, on: nil)
  }

  /// Plans the migration of a store that may be open to read already.
  package func plan(
    for store: String, on connection: Connection?
  ) throws(MigrationError) -> StorePlan {
    try Self.concluding {
      try MigrationRun(store: store, history: history, options: options, saved: nil)
        .plan(on: connection)
    }
  }

  /// Migrates a store.
  ///
  /// If a saved plan is given, the migration must do exactly what it says. The losses that were approved when
  /// it was saved are approved.
  ///
  /// - Throws: the reason why it was not migrated. In each case the store is as it was before.
  public func apply(
    to store: String, following plan: PlanFile? = nil
  ) throws(MigrationError) -> MigrationOutcome {
    var options = options
    options.allowedLosses.formUnion(plan?.approvals ?? [])
    options.source = options.source ?? plan?.source
    return try Self.concluding {
      try MigrationRun(store: store, history: history, options: options, saved: plan).run()
    }
  }

  /// Turns any error before the first write into a refusal.
  static func concluding<Result>(
    _ work: () throws -> Result
  ) throws(MigrationError) -> Result {
    do {
      return try work()
    } catch let error as MigrationError {
      throw error
    } catch let refusal as MigrationRefusal {
      throw .refused([refusal])
    } catch is Cancelled {
      throw .cancelled(backup: nil)
    } catch {
      throw .refused([.unexpected("\(error)")])
    }
  }
}

extension Migrator {
  /// All problems in the declarations of the versions after a store's, whether they can be planned or not.
  ///
  /// A store that cannot be read is reported when it is opened.
  package func declarationProblems(ofStoreAt path: String, _ version: Version) -> [Diagnostic] {
    guard let target = (options.target ?? history.newest?.schema.version),
      let document = history[version],
      let connection = try? StoreFile.open(path: path, for: .reading),
      let unmanaged = try? connection.unmanagedObjects(of: StoreLayout(of: document.schema))
    else { return [] }
    return DeclarationReview(history: history, unmanaged: unmanaged).problems(
      from: version, to: target)
  }
}
