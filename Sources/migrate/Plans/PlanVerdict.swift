internal import Diagnostics
internal import MigrationPlanner
internal import StoreLayout
internal import StoreMigration
internal import StoreScript
internal import SchemaModel

extension MigrationPlan {
  /// The verdict on the whole migration: the verdict of its most difficult hop.
  var way: HopMatrix.Verdict { hops.map(\.verdict).max() ?? .lightweight }

  /// The plan in which each hop without a platform notes whether it rewrites rows.
  ///
  /// For a plan of one hop, this may be known already.
  func telling(
    tablesOf documents: [SchemaDocument], _ rewritesRows: Bool? = nil
  ) -> MigrationPlan {
    var plan = self
    for (position, hop) in hops.enumerated() where !hop.hasPlatform {
      if hops.count == 1, let rewritesRows {
        plan.hops[position].rewritesRows = rewritesRows
        continue
      }
      guard let source = documents.first(where: { $0.schema.version == hop.source }),
        let target = documents.first(where: { $0.schema.version == hop.target })
      else { continue }
      plan.hops[position].rewritesRows = TableWork.rewritesRows(from: source, to: target)
    }
    return plan
  }

  /// The highest risk of any hop.
  var risk: DataLossRisk { hops.map(\.risk).max() ?? .none }

  /// All changes of the migration.
  var changes: [PlannedChange] { hops.flatMap(\.changes) }

  /// The plan in one line: `Epilogue 1.0.0 to 2.0.0: custom, 2 changes, no value is lost`.
  var verdict: String { verdict(withRisk: risk.phrase) }

  /// The plan in one line, with a risk in words.
  ///
  /// Without a risk, the line does not mention values.
  fileprivate func verdict(withRisk risk: String?) -> String {
    let stretch = "\(source.name) \(source.version.words) to \(target.version.words)"
    guard !hops.isEmpty else { return "\(stretch): the same version" }
    let count = changes.count
    let number = count == 0 ? "no changes" : "\(count) change\(count == 1 ? "" : "s")"
    return (["\(stretch): \(way.rawValue)", number] + [risk].compactMap(\.self))
      .joined(separator: ", ")
  }
}

extension StorePlan {
  /// The plan in which each hop without a platform notes whether it rewrites rows.
  func telling(tablesOf history: SchemaHistory) -> StorePlan {
    var plan = self
    plan.migration = migration.telling(tablesOf: history.versions, rewritesRows)
    return plan
  }

  /// The migration in which each change has the risk for this store, as far as it was counted.
  ///
  /// Only the platform loses the objects of a renamed class, so that no effect counts them.
  var counted: MigrationPlan {
    var plan = migration
    for (position, hop) in migration.hops.enumerated() {
      for (index, planned) in hop.changes.enumerated() where planned.change.kind != .renameEntity {
        let losses = effects.filter { effect in
          guard case .lost(_, let change) = effect.kind else { return false }
          return (change.version, change.summary, change.approval)
            == (hop.target, planned.change.summary, planned.approval)
        }
        plan.hops[position].changes[index].risk =
          losses.contains { $0.count == nil }
          ? planned.risk : losses.map(\.risk).max() ?? .none
      }
    }
    return plan
  }

  /// The highest risk of any effect on this store.
  var risk: DataLossRisk {
    max(counted.changes.map(\.risk).max() ?? .none, effects.map(\.risk).max() ?? .none)
  }

  /// The plan in one line, by the effects on this store.
  ///
  /// If obstacles prevent the migration, the line does not say that nothing is lost. Values that are removed
  /// with merged objects are counted.
  var verdict: String {
    let merged = effects.filter { if case .takenAlong(.values) = $0.kind { true } else { false } }
      .compactMap(\.count).reduce(0, +)
    let removal =
      "\(Quantity.count(merged, "value")) \(merged == 1 ? "is" : "are")"
      + " removed with merged objects"
    // Merges alone lose the counted values and no others.
    let hasOtherRisk = effects.contains { effect in
      switch effect.kind {
      case .merged, .takenAlong: false
      default: effect.risk > .none
      }
    }
    let phrase =
      merged == 0 ? risk.phrase : hasOtherRisk ? "\(risk.phrase), \(removal)" : removal
    return migration.verdict(withRisk: risk == .none && !obstacles.isEmpty ? nil : phrase)
  }
}

extension Effect {
  /// The risk that it shows.
  fileprivate var risk: DataLossRisk {
    switch kind {
    case _ where count == 0: .none
    case .lost(_, let change): change.isCertain ? .certain : .possible
    case .rewritten, .renumbered: .none
    case .taken, .takenAlong, .leftBehind, .chosen, .merged, .recomputed, .stepped, .removed,
      .emptied, .resized, .altered:
      .possible
    }
  }
}

extension MigrationHop {
  /// The hop in one line: `1.0.0 to 2.0.0: custom`.
  var title: String { "\(source.words) to \(target.words): \(verdict.rawValue)" }

  /// The remarks on the hop besides its changes.
  var remarks: [String] {
    guard !changes.isEmpty else { return lossRemarks }
    return [declarationRemark, platformRemark].compactMap { $0 } + lossRemarks
  }

  /// The effects of declarations that may leave behind, merge or change data, whatever the changes are.
  var lossRemarks: [String] {
    let effects =
      filteredEntities.map { Effect(.leftBehind, of: $0) }
      + keptLinks.map { Effect(.chosen(objects: nil, unlinked: 0), of: $0) }
      + steps.map { Effect(.stepped($0, added: 0), of: $0.title) }
      + mergedEntities.map {
        Effect(.merged(by: $0.deduplication.key, into: nil, sharing: []), of: $0.entity)
      }
    return effects.map(\.message)
  }

  private var declarationRemark: String? {
    let isDeclared =
      classification == .custom && changes.allSatisfy { $0.classification == .lightweight }
    guard isDeclared else { return nil }
    return declaration?.leavesWorkUnsaid ?? false
      ? "custom, as the schema file says; what code of the app does besides is not carried out here"
      : "custom for the checks or expressions that the schema file declares"
  }

  private var platformRemark: String? {
    guard hasPlatform else { return nil }
    return switch keepsVersionHashes {
    case true?: "the platform sees no difference, and migrates nothing by itself"
    case nil: "the platform's version hashes cannot be computed for this model"
    case false?: nil
    }
  }
}
