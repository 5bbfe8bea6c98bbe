internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// The step from a version that schema files describe to the models as the source has them.
struct ModelStep {
  /// The version before.
  let source: SchemaDocument
  /// The models, as the version that follows.
  let target: SchemaDocument
  private let live: SourceVersion
  /// Whether that version is not released yet.
  let isFromDraft: Bool
  /// The version hashes before, by entity.
  let hashesBefore: [String: VersionHashResult]
  /// The version hashes after, by entity.
  let hashesAfter: [String: VersionHashResult]

  /// The step from a version to the models of the source.
  init(_ source: SchemaDocument, _ live: SourceVersion, isFromDraft: Bool = false) {
    // A default that only the app can tell is one to the platform.
    var target = live.documentWithStandIns
    target.schema.name = source.schema.name
    target.schema.version = Version(source.schema.version.major + 1)
    self.source = source
    self.target = target
    self.live = live
    self.isFromDraft = isFromDraft
    hashesBefore = source.schema.versionHashes()
    hashesAfter = target.schema.versionHashes()
  }

  /// The changes that bear on what is stored, or that may.
  func changes() throws(DiagnosticsError) -> [PlannedChange] {
    try Planner.plan(from: source, through: [target]).hops.flatMap(\.changes)
      .filter { $0.isHashNeutral != true }
  }

  /// A change in words, without the value of a default that cannot be read.
  func words(_ change: SchemaChange) -> String {
    guard case .addAttribute(var attribute, let entity) = change,
      live.hasUnreadDefault(attribute, of: entity)
    else { return "\(change)" }
    attribute.defaultValue = nil
    return "\(SchemaChange.addAttribute(attribute, entity: entity)) = …"
  }

  /// The version hash of the entity around a part, before and after; nil where there is none.
  func hashes(at path: SchemaPath) -> (entity: String, before: VersionHash?, after: VersionHash?)? {
    guard path.components.count > 1, path.components[0] == "entities" else { return nil }
    let entity = path.components[1]
    let (old, new) = (hashesBefore[entity]?.value, hashesAfter[entity]?.value)
    return old == nil && new == nil ? nil : (entity, old, new)
  }

  /// Whether stores of the version before and of the models are the same.
  ///
  /// Where a hash cannot be told, the changes decide.
  var changesNothing: Bool {
    guard hashesBefore == hashesAfter else { return false }
    if hashesAfter.values.allSatisfy({ $0.value != nil }) { return true }
    // Models that cannot be compared count as changed.
    guard let changes = try? changes() else { return false }
    return changes.isEmpty
  }

  /// The entities whose hash differs, in the order of the source.
  var rehashedEntities: [String] {
    target.schema.entities.map(\.name).filter { hashesBefore[$0] != hashesAfter[$0] }
  }

  /// The place of a part in the source; of what is gone, that of the nearest part around it.
  func place(of path: SchemaPath) -> Finding.Place {
    let first = target.schema.entities.first.map { SchemaPath.entity($0.name) }
    let place =
      target.sources.location(of: path) ?? first.flatMap { target.sources.location(of: $0) }
    return place.map { .location($0) } ?? .part(path)
  }
}
