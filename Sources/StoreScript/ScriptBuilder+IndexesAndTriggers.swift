internal import StoreLayout
internal import SQLite
internal import SQLText

extension ScriptBuilder {
  func keptIndexes(_ plan: TablePlan, _ change: InPlaceChange) -> Set<IndexDefinition> {
    let isRewritten = mergingTables.union(stepTables).contains(plan.target.name)
    return Set(
      indexesBefore(plan).compactMap { index in
        guard !isRewritten || !index.isUnique else { return nil }
        var index = index
        index.table = plan.target.name
        for position in index.columns.indices {
          let name = index.columns[position].name
          index.columns[position].name = change.kept[name] ?? name
        }
        return target.nativeDefinition.index(named: index.name) == index ? index : nil
      })
  }

  private func indexesBefore(_ plan: TablePlan) -> [IndexDefinition] {
    plan.source.flatMap { sourceIndexes[$0.name] } ?? []
  }

  func droppedIndexes(_ plan: TablePlan, _ change: InPlaceChange) -> [IndexDefinition] {
    let kept = Set(keptIndexes(plan, change).map(\.name))
    return indexesBefore(plan).filter { !kept.contains($0.name) }
  }

  /// Whether an index goes or comes.
  func changesIndexes(_ plan: TablePlan) -> Bool {
    guard case .inPlace(let change) = plan.way else { return true }
    let meant = targetIndexes[plan.target.name] ?? []
    return !droppedIndexes(plan, change).isEmpty || meant.count != keptIndexes(plan, change).count
  }

  mutating func createIndexes(_ plan: TablePlan) {
    var kept: Set<IndexDefinition> = []
    if case .inPlace(let change) = plan.way { kept = keptIndexes(plan, change) }
    for index in targetIndexes[plan.target.name] ?? [] where !kept.contains(index) {
      run(index.sql, "index '\(index.name)'", of: plan.target.name, touchesRows: true)
    }
  }

  /// Those that stay as they are and have nothing to do with a table that changes, nor with one
  /// whose objects are merged: what lives on in another object is not deleted.
  var keptTriggers: Set<TriggerDefinition> {
    let changing = Set(
      plans.filter(\.changesNames).flatMap { [$0.target.name, $0.source?.name ?? $0.target.name] })
    let touched = changing.union(droppedTables).union(mergingTables).union(stepTables)
    return Set(
      source.nativeDefinition.triggers.filter { trigger in
        target.nativeDefinition.trigger(named: trigger.name) == trigger
          && !SQLTokens(trigger.sql).mentions(touched)
      })
  }

  mutating func dropTriggers() {
    let kept = keptTriggers
    for trigger in source.nativeDefinition.triggers where !kept.contains(trigger) {
      let table = naming.renamed[trigger.table] ?? trigger.table
      run(
        "DROP TRIGGER \(trigger.name.quotedName)", "it is made anew, or no longer meant", of: table)
    }
  }

  mutating func createTriggers() {
    let kept = keptTriggers
    for trigger in target.nativeDefinition.triggers where !kept.contains(trigger) {
      run(trigger.sql, "trigger '\(trigger.name)'", of: trigger.table)
    }
  }
}

extension TablePlan {
  /// Whether a trigger that names the table or its columns might not read the same afterwards.
  fileprivate var changesNames: Bool {
    guard case .inPlace(let change) = way else { return true }
    return target.name != source?.name || !change.renames.isEmpty || !change.dropped.isEmpty
  }
}
