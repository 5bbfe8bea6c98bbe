public import Diagnostics
public import SchemaModel

/// The differences between two versions of a schema that a store, a version hash or the platform could
/// notice.
///
/// ```swift
/// let diff = try SchemaDiff(from: v1, to: v2)
/// diff.changes.map(\.description) // ["+ attribute BookModel.currentPage: int = 0"]
/// ```
///
/// Documentation (`doc`, `initializer`, `queries`) and the order of a schema's parts make no difference.
public struct SchemaDiff: Hashable, Sendable {
  /// The differences, in a fixed order.
  public let changes: [SchemaChange]

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - source: The previous version.
  ///   - target: The new version; things that it lists under `removed` are dropped on purpose.
  ///   - allowedDrops: Further drops that are made on purpose, in the form of
  ///     ``PlannedChange/approval``: `drop-attribute:BookModel.year`.
  /// - Throws: Every impossible rename, and every drop next to an addition of the same shape that may be an
  ///   undeclared rename.
  public init(
    from source: SchemaDocument, to target: SchemaDocument, allowedDrops: Set<String> = []
  ) throws(DiagnosticsError) {
    let correspondence = SchemaCorrespondence(from: source, to: target)
    let changes = Self.changes(by: correspondence)
    let ambiguities = Ambiguities(
      among: changes, by: correspondence, in: target, after: source, allowedDrops: allowedDrops)
    let problems = correspondence.problems + ambiguities.diagnostics
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    self.changes = changes
  }

  /// The sorted changes between versions whose parts are already matched.
  static func changes(by correspondence: SchemaCorrespondence) -> [SchemaChange] {
    var differ = SchemaDiffer(correspondence)
    differ.compare()
    return SchemaChange.sorted(Set(differ.changes))
  }
}

/// Collects the changes between two matched versions, entity by entity.
struct SchemaDiffer {
  let correspondence: SchemaCorrespondence
  var changes: [SchemaChange] = []

  var source: Schema { correspondence.source }
  var target: Schema { correspondence.target }

  /// Whether nothing is renamed, and shared types of attributes are the same.
  private let hasSameNamesAndTypes: Bool

  init(_ correspondence: SchemaCorrespondence) {
    self.correspondence = correspondence
    hasSameNamesAndTypes =
      correspondence.keepsNames
      && correspondence.source.enumerations == correspondence.target.enumerations
      && correspondence.source.composites == correspondence.target.composites
  }

  mutating func compare() {
    for entity in source.entities where correspondence.targetNames[entity.name] == nil {
      changes.append(.dropEntity(entity))
    }
    for entity in target.entities {
      guard let old = correspondence.oldEntity(of: entity.name) else {
        changes.append(.addEntity(entity))
        continue
      }
      guard !isSame(old, entity) else { continue }
      compareEntity(old, entity)
      compareAttributes(old, entity)
      compareRelationships(old, entity)
      joinChangesOverColumns(of: old, entity)
      compareConstraints(old, entity)
    }
    compareComposites()
  }

  /// Whether an entity cannot have changed: it is the same, and so is everything that it refers to.
  ///
  /// Entities that versions share are known to be equal without comparing their properties.
  private func isSame(_ old: Entity, _ new: Entity) -> Bool {
    guard hasSameNamesAndTypes, old == new else { return false }
    guard old.parent != nil else { return true }
    return source.lineage(of: old.name) == target.lineage(of: new.name)
  }

  private mutating func compareEntity(_ old: Entity, _ new: Entity) {
    if old.name != new.name { changes.append(.renameEntity(from: old.name, to: new.name)) }
    let parent = old.parent.map { correspondence.targetNames[$0] ?? $0 }
    if parent != new.parent {
      changes.append(.changeParent(entity: new.name, from: old.parent, to: new.parent))
    }
    if old.isAbstract != new.isAbstract {
      changes.append(.changeAbstractness(entity: new.name, toAbstract: new.isAbstract))
    }
    if old.hashModifier != new.hashModifier {
      changes.append(
        .changeEntityHashModifier(
          entity: new.name, from: old.hashModifier, to: new.hashModifier))
    }
    if old.table != new.table {
      changes.append(.changeTable(entity: new.name, from: old.table, to: new.table))
    }
    if old.primaryKey != new.primaryKey {
      changes.append(
        .changePrimaryKey(entity: new.name, from: old.primaryKey, to: new.primaryKey))
    }
  }

  private mutating func compareComposites() {
    for composite in target.composites {
      guard let old = source.composite(named: composite.name) else { continue }
      let differences = AttributeComparison.changes(
        ofElementsOf: old, composite, source: source, target: target)
      guard !differences.isEmpty else { continue }
      changes.append(.changeComposite(name: composite.name, from: old, to: composite))
    }
  }
}
