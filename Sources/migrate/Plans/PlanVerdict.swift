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

  /// The plan in one line, with the risk of a store, in words.
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

  /// The plan in one line, including the risk for values that only the database computes.
  ///
  /// If obstacles prevent the migration, the line does not say that nothing is lost. Values that are removed
  /// with merged objects are counted.
  var verdict: String {
    let risk = max(migration.risk, recomputed.isEmpty ? .none : .possible)
    let merged = effects.filter { if case .takenAlong(.values) = $0.kind { true } else { false } }
      .compactMap(\.count).reduce(0, +)
    let removal =
      "\(Quantity.count(merged, "value")) \(merged == 1 ? "is" : "are")"
      + " removed with merged objects"
    // Merges alone lose the counted values and no others.
    let hasOtherRisk =
      !recomputed.isEmpty
      || migration.hops.contains { hop in
        !hop.filteredEntities.isEmpty || !hop.keptLinks.isEmpty || !hop.steps.isEmpty
          || hop.changes.contains { $0.risk != .none && $0.change.kind != .addUniqueness }
      }
    let phrase =
      merged == 0 ? risk.phrase : hasOtherRisk ? "\(risk.phrase), \(removal)" : removal
    return migration.verdict(withRisk: risk == .none && !obstacles.isEmpty ? nil : phrase)
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
