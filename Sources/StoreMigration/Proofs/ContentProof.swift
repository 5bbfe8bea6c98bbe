internal import StoreLayout
internal import Diagnostics
internal import MigrationPlanner
internal import SQLite
internal import StoreScript
internal import SchemaModel
internal import StoreVerification

/// Proves that objects and links meet the new version's demands.
///
/// `verify` makes the checks: a new finding undoes the migration. Only demands that the stage may have broken
/// are checked, so that data that it did not touch is not read.
struct ContentProof {
  private let script: StoreScript
  private let carried: CarriedDemands
  private let connection: Connection

  /// The proof of a stage.
  init(of script: StoreScript, mapping: Mapping, on connection: Connection) {
    (self.script, self.connection) = (script, connection)
    carried = CarriedDemands(of: script, mapping: mapping)
  }

  /// Checks the demands that the stage may have broken.
  ///
  /// - Throws: ``MigrationFailure/brokenDemands(_:)`` with every broken demand.
  func check(_ places: StagePlaces) throws {
    let broken = try broken(places)
    guard broken.isEmpty else { throw MigrationFailure.brokenDemands(broken) }
  }

  /// The broken demands, among those that the stage may have broken.
  func broken(_ places: StagePlaces) throws -> [BrokenDemand] {
    let findings = try StoreVerifier.findings(
      in: script.target, on: connection,
      asking: { !carried.contains($0) && !isProvenByKeys($0) }, alikeForAllRows: isAboutDefaults)
    let samples = SampleValues(layout: script.target, connection: connection)
    return try findings.filter { $0.severity == .error }.map { finding in
      BrokenDemand(
        finding: finding, samples: try samples.samples(of: finding),
        demandedAt: places.schema.location(of: finding.problem),
        madeAt: finding.problem.property.flatMap { places.expressions.location(of: $0) })
    }
  }

  /// The findings in some tables that the stage cannot have caused: they existed before.
  ///
  /// Source tables that were found sound need not be checked again.
  func knownFindings(
    in tables: Set<String>, besides sound: Set<String>, _ places: SchemaPlaces
  ) throws -> [Finding] {
    try StoreVerifier.findings(in: script.target, on: connection) { demand in
      tables.contains(demand.table) && (carried.contains(demand) || isProvenByKeys(demand))
        && !carried.isMet(demand, bySoundnessOf: sound)
    }.map { $0.located(in: places) }
  }

  /// Whether the demand is about values that were added with a column and are the same in every row.
  private func isAboutDefaults(_ demand: ContentDemand) -> Bool {
    guard case .value(let property) = demand.subject,
      let added = script.redefinedTables[demand.table],
      script.target.discriminator(of: demand.entity) == nil,
      let column = script.target.column(of: property, in: demand.entity)
    else { return false }
    return added.contains(column)
  }

  /// Whether ``ReferenceProof`` covers the demand: only links without a foreign key remain.
  private func isProvenByKeys(_ demand: ContentDemand) -> Bool {
    guard case .presence(let relationship) = demand.subject else { return false }
    if script.target.joinTables.contains(where: { $0.name == demand.table }) { return true }
    guard let column = script.target.column(of: relationship, in: demand.entity) else {
      return false
    }
    let table = script.target.definition.table(named: demand.table)
    return table?.foreignKey(of: column) != nil
  }
}
