public import SQLite
public import StoreLayout
public import MigrationPlanner
internal import SchemaModel
internal import Threads

/// All changes to a store in one stage: the mapping, as SQL.
///
/// The script is made from the mapping and from the store's other definitions, and nothing is written while
/// it is made. Its statements run in order, inside one transaction, on a connection with `foreign_keys` off
/// and ``MigrationFunctions`` registered; so no row of another table is touched and no trigger fires. Each
/// table is rewritten at most once.
public struct StoreScript: Hashable, Sendable {
  /// The prefix of a table's name while the table is rewritten, before it takes its final name.
  package static let draftPrefix = "_migrate_new_"

  /// The current layout of the store.
  public let source: StoreLayout
  /// The new layout of the store.
  public let target: StoreLayout
  /// The steps of the tables, sorted by name; dropped tables last.
  public internal(set) var steps: [MigrationStep]
  /// The statements of all steps, in the order in which they run.
  public internal(set) var statements: [ScriptStatement]
  /// The proofs that all rows arrived, with every value that is only carried over.
  public var conservation: [ConservationCheck] { proofs.value }
  private let proofs: Deferred<[ConservationCheck]>
  /// The tables whose definition changes and to whose rows nothing is written, with the columns that are
  /// added.
  package internal(set) var redefinedTables: [String: Set<String>]
  /// The statements by the tables that they concern; empty if all statements depend on each other.
  var parts: Deferred<[ScriptPart]>
  /// Rows that must not exist, because the mapping does not say what becomes of them.
  public let strays: [StrayCheck]
  /// The objects that the store defines afterwards and the layout does not make, as they then read.
  public let unmanagedAfter: [SchemaObject]
  /// The unmanaged objects on which the statements could not be tried, because they need what only the app
  /// has.
  public let uncopiedObjects: Set<SchemaObject.ID>
  /// Objects that a declared condition leaves behind, by their entities in the new version.
  package let leftBehind: [String: [LeftBehindCheck]]
  /// The to-ones that keep one of several links.
  package let chosenLinks: [ChosenLinksCheck]

  /// Creates the script for a mapping.
  ///
  /// The new script is tried on an empty copy of the store's definition in memory: SQLite accepts every
  /// statement, the resulting definition is the expected one, and the objects that the model does not know
  /// still work.
  ///
  /// The unmanaged objects are those that the store's layout does not make. They include existing tables,
  /// whether the model names them or not.
  ///
  /// - Throws: ``StoreScriptError`` for what cannot be carried out.
  public init(_ mapping: Mapping, unmanaged: [SchemaObject] = []) throws {
    let source = StoreLayout(of: mapping.source)
    let target = StoreLayout(of: mapping.target)
    let resolved = mapping.resolvingPaths(in: source, to: target)
    let trial = try ScriptTrial.run(
      resolved, from: source, to: target, unmanaged: unmanaged)
    let (builder, statements) = (trial.builder, trial.statements)
    unmanagedAfter = trial.unmanagedAfter
    uncopiedObjects = trial.uncopiedObjects
    self.source = source
    self.target = target
    self.statements = statements
    proofs = Deferred { [plans = builder.plans] in plans.flatMap(\.conservation) }
    redefinedTables = builder.redefinedTables
    parts = trial.parts
    strays = builder.strays
    leftBehind = builder.leftBehind
    chosenLinks = try ChosenLinksCheck.all(of: resolved, from: source, to: target)
    let changing = builder.tablesWithChangingRows
    let byTable = Dictionary(grouping: statements, by: \.table)
    steps = builder.steps.map { step in
      var step = step
      step.statements = byTable[step.table] ?? []
      step.changesRows = changing.contains(step.table)
      if step.way == .none, !step.statements.isEmpty || step.changesRows { step.way = .alter }
      return step
    }
  }
}

extension StoreScript {
  /// Whether the store's tables do not change.
  public var isEmpty: Bool { statements.isEmpty }
}
