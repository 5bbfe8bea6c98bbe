public import SQLite
public import StoreLayout
public import MigrationPlanner
internal import SchemaModel

/// Everything that a store goes through in one stage: the mapping, as SQL.
///
/// A value. It is made from the mapping and from what the store defines beside it, and nothing is
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
  /// What the rows are counted by that each step writes, in the same order.
  let stepRows: [StepRows]
  /// The statements of all steps, in the order in which they run.
  public internal(set) var statements: [ScriptStatement]
  /// The proofs that every row and every value that is only carried over arrived.
  public let conservation: [ConservationCheck]
  /// What the tables are filled with, as queries of the tables of before, in the order in which that
  /// happens.
  package let fillings: [TableFilling]
  /// The tables whose definition changes and to whose rows nothing is written, with the columns that
  /// are added.
  package internal(set) var redefinedTables: [String: Set<String>]
  /// The statements by the tables that they have to do with; none where all have to do with each other.
  var parts: [ScriptPart]
  /// The tables whose rows are written anew, by their names before: what is built on them, such as
  /// their indexes, is made of these rows again.
  package let rewrittenTables: Set<String>
  /// Rows that must not be there, as nothing says what becomes of them.
  public let strays: [StrayCheck]
  /// What the store defines afterwards besides what the layout itself makes, as it then reads.
  public let unmanagedAfter: [SchemaObject]
  /// Those of them on which the statements could not be tried, as they need what only the app has.
  public let uncopiedObjects: Set<SchemaObject.ID>
  /// Search indexes of the store's own that will know other rows than their tables have.
  package let staleSearchIndexes: [StaleSearchIndex]
  /// Objects that a declared condition leaves behind, sorted by entity.
  public let leftBehind: [LeftBehindCheck]
  /// To-ones that keep one of several links.
  package let chosenLinks: [ChosenLinksCheck]
  /// Objects that come together in one table, in the order in which they get identities of their own.
  package let renumberings: [Renumbering]
  /// Declared SQL that takes something for the identities of those, which does not follow.
  package let staleIdentities: [StaleIdentity]
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
    fillings = builder.fillings
    redefinedTables = trial.redefinedTables
    parts = trial.parts
    let outlines = builder.steps
    rewrittenTables = outlines.reduce(into: []) { tables, outline in
      tables.formUnion(outline.rewrittenTables.union(outline.parts.map(\.table)))
    }
    strays = builder.strays
    leftBehind = builder.leftBehind
    chosenLinks = try ChosenLinksCheck.all(of: resolved, from: source, to: target)
    renumberings = builder.renumberings
    staleIdentities = builder.staleIdentities
    merges = builder.mergeOutlines
    let changing = builder.tablesWithChangingRows
    staleSearchIndexes = StaleSearchIndex.all(
      among: trial.unmanagedAfter, mapping, from: source, to: target, changing: changing)
    let byTable = Dictionary(grouping: statements, by: \.table)
    stepRows = outlines.map(StepRows.init)
    steps = outlines.map { outline in
      var step = outline.step
      step.statements = byTable[outline.table] ?? []
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
