internal import MigrationPlanner
internal import SQLite
internal import SchemaModel
internal import StoreLayout
internal import StoreScript
internal import StoreVerification

/// Finds all failures of a stage after its first one.
///
/// The stage runs again, into tables without constraints, and their rows are then checked for what the
/// constraints demand.
struct FailedStage {
  let stage: MigrationStage
  let script: StoreScript
  let history: SchemaHistory
  /// The copy as it is before the stage.
  let connection: Connection
  let isFirst: Bool
  /// The requirements that are known to be unmet: values that are missing because of them are not reported
  /// again.
  let unmet: [Requirement]
  let carriesBrokenReferences: Bool
  /// The files that stages would write, for later stages to read.
  let files: FilesToCome

  private var mapping: Mapping { stage.mapping }
  private var places: StagePlaces { StagePlaces(of: mapping, in: history) }

  /// All failures that can be found.
  func failures() throws -> [MigrationFailure] {
    var failures: [MigrationFailure] = []
    func collect(_ check: () throws -> Void) throws {
      do { try check() } catch let failure as MigrationFailure { failures.append(failure) }
    }
    var counts: [String: Int64]?
    try collect { counts = try DeclaredChecks(stage: stage, connection: connection).before() }
    let references = try ReferenceProof(
      of: script, mapping: mapping, on: carriesBrokenReferences ? connection : nil)
    let refused = try refusedValues()
    if !refused.isEmpty { failures.append(.refusedValues(refused)) }
    // If one value of a table cannot be computed, its other values cannot be read.
    guard refused.allSatisfy(\.isReadAsNone), mapping.steps.allSatisfy({ $0.closure == nil }) else {
      return failures
    }
    do {
      try LenientScript(script: script, connection: connection).run()
    } catch {
      guard error.isAboutRows else { throw error }
      return failures
    }
    try ask(besides: Set(refused.map(\.property)), &failures)
    try collect { try references.check(connection, places.expressions) }
    // With refused values, a check would run on other values than the migration's.
    if failures.isEmpty, let counts {
      try collect { try DeclaredChecks(stage: stage, connection: connection).after(counts: counts) }
    }
    return failures
  }

  private func refusedValues() throws -> [RefusedValues] {
    let refused = try RefusedRows(
      layout: script.target, connection: connection, keeping: files
    ).refused(by: script.fillings).filter { !isKnown($0) }
    try connection.register(
      .asking(about: connection.path, keeping: files, refusesValues: false))
    return try (refused + script.strayChoices(on: connection)).map {
      $0.located(in: places)
    }
  }

  private func ask(
    besides refused: Set<PropertyName>, _ failures: inout [MigrationFailure]
  ) throws {
    let duplicates = try Duplicates(
      layout: script.target, connection: connection, places: places,
      trail: StageTrail(mapping), isFirstStage: isFirst
    ).all(
      except: script.untouchedTables,
      besides: mapping.changesArrivedRows ? nil : CarriedKeys(mapping)
    ).filter { group in
      group.properties.allSatisfy { !refused.contains(PropertyName(group.entity, $0)) }
    }
    if !duplicates.isEmpty { failures.append(.duplicates(duplicates)) }
    let broken = try ContentProof(of: script, mapping: mapping, on: connection)
      .broken(places).filter { demand in
        guard let property = demand.finding.problem.property else { return true }
        return !refused.contains(property)
          && !(demand.finding.problem.isMissingValue && !known(about: property).isEmpty)
          && !(demand.finding.problem.isMalformedValue
            && known(about: property).contains(where: \.isAboutElements))
      }
    if !broken.isEmpty { failures.append(.brokenDemands(broken)) }
  }

  // MARK: Known problems

  private func isKnown(_ refused: RefusedValues) -> Bool {
    guard case .missing = refused.reason else { return false }
    return !known(about: refused.property).isEmpty
  }

  /// The unmet requirements for values of the same objects.
  private func known(about property: PropertyName) -> [Requirement.Condition] {
    let sources = StageTrail(mapping).members(of: property.entity).map(\.source)
    return unmet.map(\.condition).filter { condition in
      if case .distinctIdentities = condition { return false }
      return condition.entities.contains(where: sources.contains)
    }
  }
}

extension Requirement.Condition {
  /// Whether it is about the elements of composites.
  fileprivate var isAboutElements: Bool {
    if case .elementEverywhere = self { true } else { false }
  }
}

extension RefusedValues {
  /// Whether the value is read as NULL, and all others can be read.
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
