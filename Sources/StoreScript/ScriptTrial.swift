internal import SQLite
internal import StoreLayout
internal import MigrationPlanner
internal import SQLText
internal import Threads

/// The statements of a script, as they ran on an empty copy of the store's definition.
struct ScriptTrial {
  let builder: ScriptBuilder
  let statements: [ScriptStatement]
  /// The objects defined afterwards that the layout itself does not make.
  let unmanagedAfter: [SchemaObject]
  /// The objects that could not be created on the copy.
  let uncopiedObjects: Set<SchemaObject.ID>
  /// The statements by the tables that they concern; empty if all statements depend on each other.
  let parts: Deferred<[ScriptPart]>

  /// Tries the statements on a store with these objects, which its layout does not make.
  ///
  /// If objects block the statements, the trial is repeated without them, until all blocking objects are
  /// known.
  ///
  /// - Throws: ``StoreScriptError`` for all of them, and for what cannot be carried out at all.
  static func run(
    _ mapping: Mapping, from source: StoreLayout, to target: StoreLayout,
    unmanaged objects: [SchemaObject]
  ) throws -> ScriptTrial {
    let described = Set(source.existingTables.keys).union(target.existingTables.keys)
    var left = objects
    var troubles: [StoreScriptError] = []
    while true {
      let trial = Result { try ScriptTrial(mapping, from: source, to: target, with: left) }
      guard case .failure(let error) = trial, let trouble = error as? StoreScriptError else {
        if let all = StoreScriptError(troubles) { throw all }
        return try trial.get()
      }
      troubles.append(trouble)
      let count = left.count
      left.removeAll { object in
        !described.contains(object.table) && trouble.concerns(object)
      }
      if left.count == count { throw StoreScriptError(troubles) ?? trouble }
    }
  }

  private init(
    _ mapping: Mapping, from source: StoreLayout, to target: StoreLayout,
    with objects: [SchemaObject]
  ) throws {
    var builder = try ScriptBuilder(mapping, from: source, to: target, unmanaged: objects)
    builder.build()
    let gone = builder.goneObjects
    try Self.checkNames(
      of: target, from: source, besides: objects.filter { !gone.contains($0.id) })
    self.builder = builder
    if builder.areAllTablesOwn, let statements = Self.statements(known: builder.items) {
      self.statements = statements.flatMap(\.self)
      parts = Deferred { [builder] in Self.parts(builder.rehearsalParts, statements, builder) }
      (unmanagedAfter, uncopiedObjects) = ([], [])
      return
    }
    let found = builder.namesThatMatter.map { RelatedObjects(objects, of: $0) }
    let leftOut = (found?.others ?? []).filter { $0.id.kind == .table }.map(\.id.name)
    let rebuilt = builder.plans.filter { $0.isExisting && $0.isRebuilt }.compactMap(\.source?.name)
    let setting = PartTrial.Setting(
      target: target, objects: found?.related ?? objects, leftOutTables: Set(leftOut),
      goneObjects: gone, managedObjects: target.managedObjects,
      rebuiltTables: Set(rebuilt))
    let (parts, items) = (builder.rehearsalParts, builder.items)
    let areOwn = builder.areAllTablesOwn
    let trials = parts.concurrentMap { part in
      let items = part.positions.map { items[$0] }
      if areOwn, let statements = Self.statements(known: items) {
        return Result<PartTrial, any Error>.success(PartTrial(statements: statements))
      }
      return Result { try PartTrial(of: part, items: items, in: setting) }
    }
    var statements = [[ScriptStatement]](repeating: [], count: items.count)
    var after = found?.others ?? []
    var uncopied: Set<SchemaObject.ID> = []
    for (part, result) in zip(parts, trials) {
      let trial = try result.get()
      for (position, those) in zip(part.positions, trial.statements) {
        statements[position] = those
      }
      after += trial.objectsAfter
      uncopied.formUnion(trial.uncopiedObjects)
    }
    self.statements = statements.flatMap(\.self)
    let made = Self.parts(parts, statements, builder)
    self.parts = Deferred { made }
    unmanagedAfter = after.sorted { $0.id < $1.id }
    uncopiedObjects = uncopied
  }

  /// The statements of each item for tables of 'migrate' itself, which need no trial: all SQL is its own, and
  /// no statement is long enough to exceed a limit of SQLite (https://www.sqlite.org/limits.html), or calls a
  /// function with many arguments.
  ///
  /// Nil if a statement is longer.
  private static func statements(known items: [ScriptBuilder.Item]) -> [[ScriptStatement]]? {
    var statements: [[ScriptStatement]] = []
    for item in items {
      switch item {
      case .run(let statement)
      where statement.sql.utf8.count < shortLength && !statement.hasManyArguments:
        statements.append([statement])
      // Only objects that 'migrate' does not make are created again.
      case .remember, .recreate: statements.append([])
      case .run, .redefine: return nil
      }
    }
    return statements
  }

  /// In bytes: the definitions of 2,000 columns, and a union of 500 tables, are longer.
  private static let shortLength = 10_000

  private static func parts(
    _ parts: [RehearsalPart], _ statements: [[ScriptStatement]], _ builder: ScriptBuilder
  ) -> [ScriptPart] {
    guard parts.count > 1 else { return [] }
    var places: [Range<Int>] = []
    for those in statements {
      let start = places.last?.upperBound ?? 0
      places.append(start..<start + those.count)
    }
    let kept = Dictionary(grouping: builder.keptTriggers, by: \.table)
    return parts.map { part in
      let tables = part.after.tables.map(\.name)
      let triggers = tables.flatMap { kept[$0] ?? [] }.sorted { $0.name < $1.name }
      return ScriptPart(
        tables: part.before.tables.map(\.name), tablesAfter: tables,
        positions: part.positions.flatMap { places[$0] },
        definitions: part.after.statements + triggers.map(\.sql))
    }
  }

  /// Refuses a store with objects whose names the script needs.
  private static func checkNames(
    of target: StoreLayout, from source: StoreLayout, besides objects: [SchemaObject]
  ) throws(StoreScriptError) {
    // An existing table may be renamed, too.
    let renamed = target.existingTables.keys.filter { source.existingTables[$0] == nil }.sorted()
    let needed = target.nativeDefinition.objectIDs + renamed.map { SchemaObject.ID(.table, $0) }
    let rivals = Dictionary(
      needed.map { (ObjectName($0), $0) }, uniquingKeysWith: { first, _ in first })
    let occupants = objects.compactMap { object -> StoreScriptError? in
      rivals[ObjectName(object.id)].map {
        .blocks(object.id, reason: "the new version makes \($0.kind.phrase) of that name")
      }
    }
    let tables = Dictionary(
      (source.definition.tables + target.definition.tables).map {
        ($0.name.asciiLowercased, $0.name)
      }, uniquingKeysWith: { first, _ in first })
    let squatters = objects.compactMap { object -> StoreScriptError? in
      object.id.tableOfInterimName.flatMap { tables[$0] }.map {
        .blocks(object.id, reason: "'\($0)' has that name for a while when it is written anew")
      }
    }
    if let trouble = StoreScriptError(occupants + squatters) { throw trouble }
  }
}

/// The outcome of trying one part on its own empty copy.
private struct PartTrial: Sendable {
  /// The values that the trials of all parts share.
  struct Setting: Sendable {
    let target: StoreLayout
    let objects: [SchemaObject]
    /// The tables that do not change and are not among the objects.
    let leftOutTables: Set<String>
    let goneObjects: Set<SchemaObject.ID>
    let managedObjects: Set<SchemaObject.ID>
    let rebuiltTables: Set<String>
  }

  /// The statements of each item.
  let statements: [[ScriptStatement]]
  /// The objects defined afterwards that the layout itself does not make.
  let objectsAfter: [SchemaObject]
  let uncopiedObjects: Set<SchemaObject.ID>

  /// The outcome of statements that need no trial.
  init(statements: [[ScriptStatement]]) {
    (self.statements, objectsAfter, uncopiedObjects) = (statements, [], [])
  }

  init(of part: RehearsalPart, items: [ScriptBuilder.Item], in setting: Setting) throws {
    let rehearsal = try Rehearsal(of: part.before, unmanaged: setting.objects)
    try rehearsal.checkCopies(on: setting.rebuiltTables)
    statements = try rehearsal.run(items)
    try rehearsal.check(
      leadsTo: part.after, in: setting.target, without: setting.goneObjects,
      besides: setting.leftOutTables, after: TrackedRenames(by: statements.joined()))
    objectsAfter = try rehearsal.objects(besides: setting.managedObjects)
    uncopiedObjects = rehearsal.uncopiedObjects
  }
}

extension ScriptStatement {
  /// Whether it calls a function with two arguments for each part of a composite.
  fileprivate var hasManyArguments: Bool {
    let name = Array("json_object(".utf8)
    // 'contains' of texts takes fifty times as long.
    let bytes = Array(sql.utf8)
    return bytes.indices.contains { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }
  }
}

extension StoreScriptError {
  /// Whether the error is about an object, or about its table.
  fileprivate func concerns(_ object: SchemaObject) -> Bool {
    let inTheWay = objectsInTheWay
    return inTheWay.contains(object.id)
      || inTheWay.contains(SchemaObject.ID(.table, object.table))
  }
}

/// A name as SQLite distinguishes names: tables, views and indexes share a namespace, triggers have another.
private struct ObjectName: Hashable {
  let name: String
  let isTrigger: Bool

  init(_ id: SchemaObject.ID) {
    (name, isTrigger) = (id.name.asciiLowercased, id.kind == .trigger)
  }
}

extension SchemaObject.ID {
  /// The folded name of the table that would use this name for its draft, or as an interim name; nil if no
  /// table would.
  fileprivate var tableOfInterimName: String? {
    guard kind != .trigger else { return nil }
    let folded = name.asciiLowercased
    let prefix = [StoreScript.draftPrefix, InterimNames.roomPrefix].first(where: folded.hasPrefix)
    return prefix.map { String(folded.dropFirst($0.count)) }
  }
}

extension SchemaObject.Kind {
  /// The kind with its article.
  fileprivate var phrase: String { self == .index ? "an index" : "a \(rawValue)" }
}
