internal import Diagnostics
internal import MigrationPlanner
internal import SQLText
internal import SQLite
internal import StoreLayout
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Asks of one stage what it will be asked when it runs, of views of the tables that it will leave.
///
/// Only what it may break is asked, so that tables that nothing happens to are not read.
struct StageForesight {
  let stage: MigrationStage
  let script: StoreScript
  let history: SchemaHistory
  let connection: Connection
  let isFirst: Bool
  /// Whether tables that were there first are seen as they will be, too.
  let seesExisting: Bool
  /// Whether it is asked of these, too, where their references would lead.
  let seesReferences: Bool
  let known: Known
  /// The files that stages would write, for those behind them to read.
  let files: FilesToCome

  /// What is told already of the store as it is.
  struct Known {
    /// The requirements that are not met: values that are missing for them are no news.
    var requirements: [Requirement] = []
    /// Whether links lead nowhere already.
    var hasBrokenReferences = false
  }

  /// The version that the stage leads to.
  var version: Version { mapping.target.version }

  private var mapping: Mapping { stage.mapping }
  private var places: SchemaPlaces { SchemaPlaces(of: mapping, in: history) }
  private var expressions: ExpressionPlaces {
    ExpressionPlaces(history: history, mapping: mapping)
  }

  /// Everything that the stage would fail at; the tables are afterwards those that it leaves.
  func failures(
    _ tables: inout FutureTables, _ untold: inout UntoldTables
  ) throws -> [MigrationFailure] {
    if !isFirst {
      let unmet = try RequirementCheck(layout: script.source, connection: connection)
        .unmet(stage.requirements.filter { untold.tell($0.condition, in: script.source) })
      guard unmet.isEmpty else { return [.unmetRequirements(unmet)] }
    }
    var failures: [MigrationFailure] = []
    let counts = try counts(untold, &failures)
    let refused = try refusedValues(untold)
    if !refused.isEmpty { failures.append(.refusedValues(refused)) }
    // Of a table with a value that cannot be computed no other value can be read.
    guard refused.allSatisfy(\.isReadAsNone) else { return failures }
    try registerFunctions()
    try tables.advance(through: script)
    untold.advance(through: script)
    try ask(besides: refused, untold, &failures)
    // A check on values of which some are refused would be one on others than there will be.
    if failures.isEmpty, let counts { try check(counts, untold, &failures) }
    return failures
  }

  // MARK: The checks that are declared

  private func counts(
    _ untold: UntoldTables, _ failures: inout [MigrationFailure]
  ) throws -> [String: Int64]? {
    var stage = stage
    stage.before = stage.before.filter { untold.tell($0.check, of: script, in: script.source) }
    do {
      return try DeclaredChecks(stage: stage, connection: connection).before()
    } catch let failure as MigrationFailure {
      failures.append(failure)
      return nil
    }
  }

  private func check(
    _ counts: [String: Int64], _ untold: UntoldTables, _ failures: inout [MigrationFailure]
  ) throws {
    var stage = stage
    stage.after = stage.after.filter { declared in
      guard untold.tell(declared.check, of: script, in: script.target) else { return false }
      return switch declared.check {
      case .count(let entity, _): seesExisting || !script.target.isExisting(entity)
      case .expect(let sql, _): seesFuture(SQLTokens(sql))
      }
    }
    do {
      try DeclaredChecks(stage: stage, connection: connection).after(counts: counts)
    } catch let failure as MigrationFailure {
      failures.append(failure)
    }
  }

  /// Whether all that a piece of SQL reads is there as it will be.
  ///
  /// Views of the store's own read the tables of before, and so does who says `main`.
  private func seesFuture(_ sql: SQLTokens) -> Bool {
    let views = script.unmanagedAfter.filter { $0.id.kind == .view }.map(\.id.name)
    let unseen = seesExisting ? [] : Array(script.target.existingTables.keys)
    // A view has no rowid, and what is defined is what there is now.
    return !sql.mentions(Set(views + unseen + ["main", "rowid", "_rowid_", "oid"]))
      && !sql.foldedNames.contains { $0.hasPrefix("sqlite_") || $0.hasPrefix("pragma_") }
  }

  /// The declared checks that ask for what only the stage itself makes, as they are declared.
  var unaskedChecks: [String] {
    stage.after.compactMap { declared in
      guard case .expect(let sql, _) = declared.check, !seesFuture(SQLTokens(sql)) else {
        return nil
      }
      return sql
    }
  }

  // MARK: Values

  private func refusedValues(_ untold: UntoldTables) throws -> [RefusedValues] {
    let refused = try RefusedRows(layout: script.target, connection: connection, keeping: files)
      .refused(by: fillings.filter { untold.tell($0) })
      .filter { !isKnown($0) }
    return try (refused + strayChoices(untold)).map { $0.located(places, expressions) }
  }

  private func strayChoices(_ untold: UntoldTables) throws -> [RefusedValues] {
    guard untold.isEmpty, script.chosenLinks.contains(where: { $0.strays != nil }) else {
      return []
    }
    try registerFunctions()
    return try script.strayChoices(on: connection)
  }

  private var fillings: [TableForecast] {
    script.forecasts + (isFirst || seesExisting ? script.existingForecasts : [])
  }

  private func isKnown(_ refused: RefusedValues) -> Bool {
    guard case .missing = refused.reason else { return false }
    return isKnownToMiss(refused.property)
  }

  /// Whether a requirement that is not met is about values of the same objects.
  private func isKnownToMiss(_ property: PropertyName) -> Bool {
    let sources = StageTrail(mapping).members(of: property.entity).map(\.source)
    return known.requirements.contains { requirement in
      switch requirement.condition {
      case .noObjects(let entity), .noValues(_, let entity), .valueEverywhere(_, let entity),
        .elementEverywhere(_, _, let entity):
        sources.contains(entity)
      case .distinctIdentities: false
      }
    }
  }

  /// Whether a requirement that is not met is about composites of the same objects.
  private func isKnownToLackElements(_ property: PropertyName) -> Bool {
    let sources = StageTrail(mapping).members(of: property.entity).map(\.source)
    return known.requirements.contains { requirement in
      guard case .elementEverywhere(_, _, let entity) = requirement.condition else { return false }
      return sources.contains(entity)
    }
  }

  /// A value that is refused is read as none, so that the others can be looked at.
  private func registerFunctions() throws(SQLiteError) {
    var functions = MigrationFunctions.asking(about: connection.path, keeping: files)
    functions.onRefusal = { _ in }
    try connection.register(functions)
  }

  // MARK: Objects

  private func ask(
    besides refused: [RefusedValues], _ untold: UntoldTables, _ failures: inout [MigrationFailure]
  ) throws {
    let refusedProperties = Set(refused.map(\.property))
    let duplicates = try Duplicates(
      layout: script.target, connection: connection, places: places, expressions: expressions,
      trail: StageTrail(mapping), isFirstStage: isFirst, seesViews: seesExisting
    ).all(
      except: unseenTables.subtracting(seenExisting).union(untold.whole),
      besides: mapping.merges.isEmpty ? CarriedKeys(mapping) : nil
    ).filter { group in
      group.properties.allSatisfy { !refusedProperties.contains(PropertyName(group.entity, $0)) }
        && untold.tell(key: group.properties, of: group.entity, in: script.target)
    }
    if !duplicates.isEmpty { failures.append(.duplicates(duplicates)) }
    let broken = try ContentProof(of: script, mapping: mapping, on: connection).broken(
      places, expressions, asking: { asks($0) && untold.tell($0, in: script.target) }
    ).filter { demand in
      guard let property = demand.finding.problem.property else { return true }
      return !refusedProperties.contains(property)
        && !(demand.finding.problem.isMissingValue && isKnownToMiss(property))
        && !(demand.finding.problem.isMalformedValue && isKnownToLackElements(property))
    }
    if !broken.isEmpty { failures.append(.brokenDemands(broken)) }
    let references = try brokenReferences(untold)
    if !references.isEmpty { failures.append(.brokenReferences(references)) }
  }

  /// The references that would lead nowhere, of tables that were there first.
  private func brokenReferences(_ untold: UntoldTables) throws -> [BrokenReference] {
    guard seesReferences else { return [] }
    return try ReferenceProof(of: script, mapping: mapping, on: nil)
      .foreseen(on: connection, expressions)
      .filter { untold.tell(referencesOf: $0.column, in: $0.table, to: $0.destination) }
  }

  /// The tables that nothing happens to, and those that are not seen as they will be.
  private var unseenTables: Set<String> {
    script.untouchedTables.union(script.target.existingTables.keys)
  }

  /// The tables that were there first of which it is seen what they will hold.
  private var seenExisting: [String] { seesExisting ? script.existingForecasts.map(\.table) : [] }

  /// Whether a table is seen as it will be.
  private func sees(_ table: String) -> Bool {
    script.target.existingTables[table] == nil || seesExisting
  }

  private func asks(_ demand: ContentDemand) -> Bool {
    guard sees(demand.table) else { return false }
    switch demand.subject {
    // Where references lead of tables that were there first is asked of them by itself.
    case .presence:
      return !known.hasBrokenReferences && !script.target.existingTables.keys.contains(demand.table)
    case .rule: return seesFuture(SQLTokens(demand.text))
    case .entity, .value, .membership, .count, .position: return true
    }
  }
}

// MARK: - What cannot be told

extension StageForesight {
  /// The entities of which declared steps decide what their objects are like, sorted, as they are
  /// before the stage and after it; none where nothing is asked that depends on it.
  func untoldEntities(_ before: UntoldTables, _ after: UntoldTables) -> [String] {
    if !before.isEmpty, asksBefore(before) { return before.entities(in: script.source) }
    return !after.isEmpty && asksAfter(after) ? after.entities(in: script.target) : []
  }

  private func asksBefore(_ untold: UntoldTables) -> Bool {
    stage.before.contains { !untold.tell($0.check, of: script, in: script.source) }
      || stage.requirements.contains { !untold.tell($0.condition, in: script.source) }
      || fillings.contains { forecast in
        !untold.tell(forecast) && forecast.fillings.contains { !$0.computed.isEmpty }
      }
  }

  /// Whether a step may give a column a value that is not of its type.
  private var stepsMayBeRefused: Bool {
    script.target.definition.tables.contains { table in
      table.isStrict
        && script.reaches.contains { reach in
          table.columns.contains { column in
            !["TEXT", "ANY"].contains(column.type)
              && (reach.wholeTables.contains(table.name)
                || reach.columns[table.name]?.contains(column.name) == true)
          }
        }
    }
  }

  private func asksAfter(_ untold: UntoldTables) -> Bool {
    let target = script.target
    let carried = CarriedDemands(of: script, mapping: mapping)
    return stepsMayBeRefused
      || stage.after.contains { !untold.tell($0.check, of: script, in: target) }
      || target.schema.entities.contains { entity in
        entity.uniquenessConstraints.contains {
          !untold.tell(key: $0, of: entity.name, in: target)
        }
      }
      || StoreVerifier.demands(of: target).contains { demand in
        asks(demand) && !untold.tell(demand, in: target) && !carried.contains(demand)
      }
      || target.definition.tables.contains { table in
        target.existingTables[table.name] != nil
          && table.foreignKeys.contains { key in
            key.columns.contains {
              !untold.tell(referencesOf: $0, in: table.name, to: key.table)
            }
          }
      }
  }
}

extension RefusedValues {
  /// Whether the value is read as none, and all others can be read.
  fileprivate var isReadAsNone: Bool {
    switch reason {
    case .missing, .wrongClass, .unconvertible: true
    case .failing, .failingCondition: false
    }
  }
}

extension Problem {
  fileprivate var isMalformedValue: Bool {
    if case .malformedValue = self { true } else { false }
  }

  fileprivate var isMissingValue: Bool {
    if case .missingValue = self { return true }
    if case .missingLink = self { return true }
    return false
  }
}
