internal import Diagnostics
internal import MigrationPlanner
internal import SQLText
internal import SQLiteStore
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

  private var mapping: Mapping { stage.mapping }
  private var places: SchemaPlaces { SchemaPlaces(of: mapping, in: history) }
  private var expressions: ExpressionPlaces {
    ExpressionPlaces(history: history, mapping: mapping)
  }

  /// Everything that the stage would fail at; the tables are afterwards those that it leaves.
  func failures(_ tables: inout FutureTables) throws -> [MigrationFailure] {
    if !isFirst {
      let unmet = try RequirementCheck(layout: script.source, connection: connection)
        .unmet(stage.requirements)
      guard unmet.isEmpty else { return [.unmetRequirements(unmet)] }
    }
    var failures: [MigrationFailure] = []
    let counts = try counts(&failures)
    let refused = try refusedValues()
    if !refused.isEmpty { failures.append(.refusedValues(refused)) }
    // Of a table with a value that cannot be computed no other value can be read.
    // And what objects are like once steps are done, no query over those of before says.
    guard refused.allSatisfy(\.isReadAsNone), mapping.steps.isEmpty else { return failures }
    try registerFunctions()
    try tables.advance(through: script)
    try ask(besides: refused, &failures)
    // A check on values of which some are refused would be one on others than there will be.
    if failures.isEmpty, let counts { try check(counts, &failures) }
    return failures
  }

  // MARK: The checks that are declared

  private func counts(_ failures: inout [MigrationFailure]) throws -> [String: Int64]? {
    do {
      return try DeclaredChecks(stage: stage, connection: connection).before()
    } catch let failure as MigrationFailure {
      failures.append(failure)
      return nil
    }
  }

  private func check(_ counts: [String: Int64], _ failures: inout [MigrationFailure]) throws {
    var stage = stage
    stage.after = stage.after.filter { declared in
      switch declared.check {
      case .count(let entity, _): !script.target.isExisting(entity)
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
    return !sql.mentions(
      Set(views + script.target.existingTables.keys + ["main", "sqlite_schema"]))
  }

  // MARK: Values

  private func refusedValues() throws -> [RefusedValues] {
    try RefusedRows(layout: script.target, connection: connection, keeping: files)
      .refused(by: script.forecasts + (isFirst ? script.existingForecasts : []))
      .filter { !isKnown($0) }
      .map { $0.located(places, expressions) }
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
      case .noObjects(let entity), .noValues(_, let entity), .valueEverywhere(_, let entity):
        sources.contains(entity)
      case .distinctIdentities: false
      }
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
    besides refused: [RefusedValues], _ failures: inout [MigrationFailure]
  ) throws {
    let refusedProperties = Set(refused.map(\.property))
    let duplicates = try Duplicates(
      layout: script.target, connection: connection, places: places, expressions: expressions,
      trail: StageTrail(mapping), isFirstStage: isFirst, seesViews: seesExisting
    ).all(
      except: unseenTables.subtracting(seenExisting),
      besides: mapping.merges.isEmpty ? CarriedKeys(mapping) : nil
    ).filter { group in
      group.properties.allSatisfy { !refusedProperties.contains(PropertyName(group.entity, $0)) }
    }
    if !duplicates.isEmpty { failures.append(.duplicates(duplicates)) }
    let broken = try ContentProof(of: script, mapping: mapping, on: connection).broken(
      places, expressions, asking: asks
    ).filter { demand in
      guard let property = demand.finding.problem.property else { return true }
      return !refusedProperties.contains(property)
        && !(demand.finding.problem.isMissingValue && isKnownToMiss(property))
    }
    if !broken.isEmpty { failures.append(.brokenDemands(broken)) }
  }

  /// The tables that nothing happens to, and those that are not seen as they will be.
  private var unseenTables: Set<String> {
    script.untouchedTables.union(script.target.existingTables.keys)
  }

  /// The tables that were there first of which it is seen what they will hold.
  private var seenExisting: [String] { seesExisting ? script.existingForecasts.map(\.table) : [] }

  private func asks(_ demand: ContentDemand) -> Bool {
    guard !script.target.existingTables.keys.contains(demand.table) else { return false }
    switch demand.subject {
    case .presence: return !known.hasBrokenReferences
    case .rule: return seesFuture(SQLTokens(demand.text))
    case .entity, .value, .membership, .count, .position: return true
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
  fileprivate var isMissingValue: Bool {
    if case .missingValue = self { return true }
    if case .missingLink = self { return true }
    return false
  }
}
