internal import MigrationPlanner
internal import SQLite
internal import SQLText
internal import StoreLayout

/// Statements of a script that are tried separately, with their tables.
struct RehearsalPart {
  var before: DatabaseDefinition
  var after: DatabaseDefinition
  /// The positions of the statements in the script.
  var positions: [Int] = []
}

extension ScriptBuilder {
  /// The statements, divided into independent parts.
  ///
  /// With each ALTER TABLE SQLite reads the whole schema again. Trying a thousand of them on a thousand
  /// tables takes minutes, and no time if each part has few tables.
  ///
  /// All statements form one part if unmanaged objects or declared steps may name any table, or if objects
  /// are merged or brought together.
  var rehearsalParts: [RehearsalPart] {
    guard unmanaged.isEmpty, existing == nil, !mapping.changesArrivedRows, renumberings.isEmpty
    else {
      return [
        RehearsalPart(
          before: source.nativeDefinition, after: target.nativeDefinition,
          positions: Array(items.indices))
      ]
    }
    var groups = relatedNames
    var positions: [Int: [Int]] = [:]
    var order: [Int] = []
    for (position, item) in items.enumerated() {
      let group = groups.group(of: item.table)
      if positions[group] == nil { order.append(group) }
      positions[group, default: []].append(position)
    }
    let kept = keptTriggers
    let before = DefinitionParts(source.nativeDefinition, without: kept, by: &groups)
    let after = DefinitionParts(target.nativeDefinition, without: kept, by: &groups)
    return before.bundles(of: order).map { bundle in
      RehearsalPart(
        before: before.definition(of: bundle), after: after.definition(of: bundle),
        positions: bundle.flatMap { positions[$0] ?? [] }.sorted())
    }
  }

  /// Whether the store has only tables of 'migrate', and no value is made by declared SQL.
  var areAllTablesOwn: Bool {
    unmanaged.isEmpty && existing == nil && !mapping.changesArrivedRows && !mapping.hasDeclaredSQL
  }

  /// The names of all objects that the statements concern; nil if they may concern any table.
  var namesThatMatter: Set<String>? {
    guard existing != nil, !mapping.changesArrivedRows, renumberings.isEmpty else { return nil }
    let known = Set(unmanaged.flatMap { [$0.id.name, $0.table] }.map(\.asciiLowercased))
    var names = Set(naming.moves.flatMap(\.names))
    // A foreign key in a table's own statement is in no other statement.
    for plan in plans where plan.isExisting && plan.way != .none {
      names.formUnion((plan.target?.foreignKeys ?? []).map(\.table) + [plan.name])
    }
    for item in items {
      names.insert(item.table)
      guard case .run(let statement) = item else { continue }
      // Keywords and column names in the statement are not names of objects.
      names.formUnion(SQLTokens(statement.sql).foldedNames.intersection(known))
    }
    return names
  }

  /// The names that depend on each other while the statements run.
  ///
  /// A table depends on the objects defined on it, on the tables that its rows come from, and on any object
  /// with the same name before or afterwards. If it or its columns are renamed, it also depends on the tables
  /// that refer to it: SQLite writes the new name into them.
  private var relatedNames: NameGroups {
    var groups = NameGroups()
    for plan in plans {
      for name in plan.reads.union(plan.names) { groups.join(name, plan.name) }
      if plan.isRebuilt { groups.join(plan.draft, plan.name) }
    }
    for move in naming.moves {
      let owner = naming.renamed[move.table] ?? move.table
      for name in move.names { groups.join(name, owner) }
    }
    let renamed = namesThatChange
    for definition in [source.nativeDefinition, target.nativeDefinition] {
      for index in definition.indexes { groups.join(index.name, index.table) }
      for trigger in definition.triggers { groups.join("trigger \(trigger.name)", trigger.table) }
      for table in definition.tables {
        for key in table.foreignKeys where renamed.contains(key.table.asciiLowercased) {
          groups.join(key.table, table.name)
        }
      }
    }
    joinTablesThatAreRead(in: &groups)
    return groups
  }

  /// The folded names of tables that are renamed, or whose columns are.
  private var namesThatChange: Set<String> {
    var names: Set<String> = []
    for plan in plans where plan.changesNamesInPlace {
      names.formUnion(plan.names)
    }
    for move in naming.moves { names.formUnion(move.names) }
    return Set(names.map(\.asciiLowercased))
  }

  /// Joins each filled table with every table that its statement names: tables by which links are chosen, and
  /// tables that a declared expression reads.
  private func joinTablesThatAreRead(in groups: inout NameGroups) {
    let tables = Set(
      (source.nativeDefinition.tables + target.nativeDefinition.tables).map(\.name.asciiLowercased))
    for case .run(let statement) in items where statement.touchesRows {
      for name in SQLTokens(statement.sql).foldedNames.intersection(tables) {
        groups.join(name, statement.table)
      }
    }
  }
}

/// A definition, divided by the groups of its tables.
private struct DefinitionParts {
  private var tables: [Int: [TableDefinition]] = [:]
  private var indexes: [Int: [IndexDefinition]] = [:]
  private var triggers: [Int: [TriggerDefinition]] = [:]
  /// The number of tables that are tried at once.
  ///
  /// An ALTER TABLE reads the definitions of all of them, and each bundle needs a database.
  private static let bundleSize = 4

  init(
    _ definition: DatabaseDefinition, without kept: Set<TriggerDefinition>,
    by groups: inout NameGroups
  ) {
    for table in definition.tables {
      tables[groups.group(of: table.name), default: []].append(table)
    }
    for index in definition.indexes {
      indexes[groups.group(of: index.table), default: []].append(index)
    }
    for trigger in definition.triggers where !kept.contains(trigger) {
      triggers[groups.group(of: trigger.table), default: []].append(trigger)
    }
  }

  /// The groups in bundles of a few tables each.
  func bundles(of groups: [Int]) -> [[Int]] {
    var bundles: [[Int]] = []
    var room = 0
    for group in groups {
      if room <= 0 {
        bundles.append([])
        room = Self.bundleSize
      }
      bundles[bundles.count - 1].append(group)
      room -= max(1, tables[group]?.count ?? 0)
    }
    return bundles
  }

  /// The combined definition of some groups.
  func definition(of groups: [Int]) -> DatabaseDefinition {
    DatabaseDefinition(
      tables: groups.flatMap { tables[$0] ?? [] }, indexes: groups.flatMap { indexes[$0] ?? [] },
      triggers: groups.flatMap { triggers[$0] ?? [] })
  }
}

extension ScriptBuilder.Item {
  /// The table that it belongs to, by its new name.
  var table: String {
    switch self {
    case .run(let statement): statement.table
    case .remember(let table), .recreate(let table): table
    case .redefine(let plan, from: _): plan.name
    }
  }
}

extension TablePlan {
  /// Whether statements rename the table or its columns.
  fileprivate var changesNamesInPlace: Bool {
    guard let source, target != nil else { return false }
    return source.name != name || isInPlace && !change.columnRenames().isEmpty
  }
}

/// Names of objects in groups that grow together, compared as SQLite compares names.
///
/// A name that was never joined to another one forms its own group.
struct NameGroups {
  private var numbers: [String: Int] = [:]
  /// For each number another one of its group; a number with itself as parent stands for the group.
  private var parents: [Int] = []

  /// Puts two names, with all names joined to either, into one group.
  mutating func join(_ first: String, _ second: String) {
    let (left, right) = (group(of: first), group(of: second))
    parents[max(left, right)] = min(left, right)
  }

  /// The number of a name's group, valid until names are joined again.
  mutating func group(of name: String) -> Int {
    let folded = name.asciiLowercased
    guard let known = numbers[folded] else {
      numbers[folded] = parents.count
      parents.append(parents.count)
      return parents.count - 1
    }
    var number = known
    while parents[number] != number {
      // Halves the path for later searches.
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }
}
