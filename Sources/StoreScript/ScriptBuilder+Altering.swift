internal import SQLite
internal import SQLText

extension ScriptBuilder {
  /// The tables whose definition changes and whose rows stay as they are written, with the columns
  /// that are added.
  ///
  /// Only those that keep their names, and whose links lead where they led.
  var redefinedTables: [String: Set<String>] {
    let merging = mergingTables
    var result: [String: Set<String>] = [:]
    for plan in plans where !leavesUntouched(plan) && !merging.contains(plan.target.name) {
      guard case .inPlace(let change) = plan.way, change.dropped.isEmpty,
        plan.source?.name == plan.target.name,
        change.added.allSatisfy({
          plan.target.foreignKey(of: $0.name) == nil || $0.defaultExpression == nil
        })
      else { continue }
      result[plan.target.name] = Set(change.added.map(\.name))
    }
    return result
  }

  mutating func alterTable(_ plan: TablePlan) {
    guard case .inPlace(let change) = plan.way, let before = plan.source else { return }
    let table = plan.target.name
    takeName(of: before.name, for: table)
    for index in droppedIndexes(plan, change) {
      run(
        "DROP INDEX \(index.name.quotedName)", "index '\(index.name)' is no longer meant", of: table
      )
    }
    renameColumns(change.renames, in: table)
    for column in change.dropped {
      run(
        "ALTER TABLE \(table.quotedName) DROP COLUMN \(column.quotedName)",
        "'\(column)' is dropped", of: table, touchesRows: true)
    }
    for column in change.added {
      run(
        "ALTER TABLE \(table.quotedName) ADD COLUMN \(plan.target.addedColumnSQL(column))",
        "'\(column.name)' is new", of: table)
    }
  }

  /// Columns that exchange or pass on their names go through names of their own.
  mutating func renameColumns(_ renames: [(from: String, to: String)], in table: String) {
    let old = Set(renames.map(\.from.asciiLowercased))
    var second: [(from: String, to: String)] = []
    for rename in renames {
      let isInTheWay = old.contains(rename.to.asciiLowercased)
      let name = isInTheWay ? "_migrate_old_\(rename.from)" : rename.to
      renameColumn(rename.from, to: name, in: table)
      if isInTheWay { second.append((name, rename.to)) }
    }
    for rename in second { renameColumn(rename.from, to: rename.to, in: table) }
  }

  private mutating func renameColumn(_ old: String, to new: String, in table: String) {
    run(
      "ALTER TABLE \(table.quotedName) RENAME COLUMN \(old.quotedName) TO \(new.quotedName)",
      "'\(old)' is called '\(new)' now", of: table)
  }
}
