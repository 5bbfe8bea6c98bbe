public import SQLite
public import StoreLayout
public import MigrationPlanner
internal import SchemaModel

/// Everything that a store goes through in one stage: the mapping, as SQL.
///
/// A value. It is made from the mapping and from what the store defines next to it, and nothing is
/// written while it is made. Its statements run in order, inside one transaction, on a connection
/// with `foreign_keys` off and ``MigrationFunctions`` registered; so no row of another table is
/// touched and no trigger fires. Each table is written anew once at most.
public struct StoreScript: Hashable, Sendable {
  /// What the name of a table begins with while it is written anew, before it gets its own.
  package static let draftPrefix = "_migrate_new_"

  /// The layout that the store has.
  public let source: StoreLayout
  /// The layout that it will have.
  public let target: StoreLayout
  /// What happens to each table, sorted by name; those that are dropped last.
  public internal(set) var steps: [MigrationStep]
  /// The statements of all steps, in the order in which they run.
  public internal(set) var statements: [ScriptStatement]
  /// The proofs that every row and every value that is only carried over arrived.
  public let conservation: [ConservationCheck]
  /// The tables whose definition changes and to whose rows nothing is written, with the columns that
  /// are added.
  package internal(set) var redefinedTables: [String: Set<String>]
  /// The statements by the tables that they have to do with; none where all have to do with each other.
  var parts: [ScriptPart]
  /// Rows that must not be there, as nothing says what becomes of them.
  public let strays: [StrayCheck]
  /// What the store defines afterwards besides what the layout itself makes, as it then reads.
  public let unmanagedAfter: [SchemaObject]
  /// Those of them on which the statements could not be tried, as they need what only the app has.
  public let uncopiedObjects: Set<SchemaObject.ID>
  /// Objects that a declared condition leaves behind, sorted by entity.
  public let leftBehind: [LeftBehindCheck]
  /// To-ones that keep one of several links.
  package let chosenLinks: [ChosenLinksCheck]
  /// Objects that are merged, in the order in which that happens.
  package let merges: [MergeOutline]

  /// The script for a mapping.
  ///
  /// Before it is given out, it is tried on an empty copy of the store's definition in memory:
  /// every statement is one that SQLite accepts, the definition that it leads to is the one that
  /// is meant, and the objects that the model does not know still work.
  ///
  /// The unmanaged objects are those of the store that its layout does not make: tables that were
  /// there before any model are among them, whether the model names them or not.
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
    conservation = builder.conservation
    redefinedTables = trial.redefinedTables
    parts = trial.parts
    strays = builder.strays
    leftBehind = builder.leftBehind
    chosenLinks = try ChosenLinksCheck.all(of: resolved, from: source, to: target)
    merges = builder.mergeOutlines
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
  /// Whether nothing at all happens to the store's tables.
  public var isEmpty: Bool { statements.isEmpty }
}
