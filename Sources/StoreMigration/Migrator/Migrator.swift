public import SchemaModel

/// Brings stores from one version of a schema to a later one, or leaves them as they were.
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
  /// What the caller decided.
  public var options: MigrationOptions

  /// A migrator for the stores of a schema.
  public init(history: SchemaHistory, options: MigrationOptions = MigrationOptions()) {
    self.history = history
    self.options = options
  }
}

extension Migrator {
  /// Looks at a store without writing.
  public func inspect(_ store: String) -> StoreInspection {
    StoreInspector.inspect(
      path: store, history: history, assuming: options.source, patience: options.patience)
  }

  /// Plans what would be done to a store, without writing.
  ///
  /// - Throws: what keeps a plan from being made at all. What keeps a plan from being carried out
  ///   is in its ``StorePlan/obstacles``.
  public func plan(for store: String) throws(MigrationError) -> StorePlan {
    try Self.concluding {
      try MigrationRun(store: store, history: history, options: options, saved: nil).plan()
    }
  }

  /// Migrates a store.
  ///
  /// What is done must be exactly what the saved plan says, where one is given. The losses that were approved
  /// when it was saved are approved.
  ///
  /// - Throws: how it ended otherwise. In each case the store is as it was before.
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

  /// Turns whatever ends the work before anything was written into a refusal.
  private static func concluding<Result>(
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
