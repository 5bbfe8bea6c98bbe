internal import SchemaModel

/// The renames that the renaming identifiers of Core Data's models declare.
///
/// An identifier is the first name of a part. Two parts are the same if both have the identifier, or if one
/// has it and the other one has it as its name. An identifier may be meant for a later version, and then
/// matches nothing yet.
///
/// ```swift
/// // V1: Playlist, V2: Playlist (elementID PlaylistV2), V3: Folder (elementID PlaylistV2)
/// // V2: no rename, V3: 'renamedFrom: Playlist'
/// ```
///
/// An older name stays the first name in every later version, because a store may skip the versions in
/// between.
struct RenamingIdentifiers {
  /// The previous version, with its model's identifiers.
  private let source: Schema
  /// The previous version, with the renames that were derived from the identifiers.
  private let resolved: Schema

  /// Replaces identifiers in `renamedFrom` by names of the previous version, if it has the same part.
  ///
  /// The versions are sorted, the oldest first. A single version cannot be compared, and keeps its
  /// identifiers.
  static func resolved(_ versions: [SchemaDocument]) -> [SchemaDocument] {
    guard versions.count > 1 else { return versions }
    var before = Schema(name: versions[0].schema.name, version: Version(0))
    var result: [SchemaDocument] = []
    for version in versions {
      let renames = Self(source: before, resolved: result.last?.schema ?? before)
      var document = version
      document.schema.entities = renames.entities(of: version.schema)
      result.append(document)
      before = version.schema
    }
    return result
  }

  private func entities(of target: Schema) -> [Entity] {
    let names = Names(of: target.entities, after: source.entities, resolved: resolved.entities)
    return target.entities.map { entity in
      var result = entity
      result.renamedFrom = names.renamedFrom(entity)
      let old = names.origin(of: entity)
      result.attributes = properties(\.attributes, of: entity, before: old)
      result.relationships = properties(\.relationships, of: entity, before: old)
      return result
    }
  }

  private func properties<Property: RenamedPart>(
    _ kind: KeyPath<Entity, [Property]>, of entity: Entity, before old: String?
  ) -> [Property] {
    func before(_ schema: Schema) -> [Property] {
      old.map { schema.lineage(of: $0).flatMap { $0[keyPath: kind] } } ?? []
    }
    let names = Names(of: entity[keyPath: kind], after: before(source), resolved: before(resolved))
    return entity[keyPath: kind].map { property in
      var result = property
      result.renamedFrom = names.renamedFrom(property)
      return result
    }
  }
}

/// An entity or a property, which may have an identifier.
private protocol RenamedPart {
  var name: String { get }
  var renamedFrom: String? { get set }
}

extension Entity: RenamedPart {}
extension Attribute: RenamedPart {}
extension Relationship: RenamedPart {}

/// The names of entities, or of one entity's properties, in the previous version.
private struct Names {
  private var names: Set<String> = []
  private var oldNames: Set<String> = []
  /// The old names of parts that have an identifier, by the identifier.
  private var carriers: [String: String] = [:]
  /// The renames of the previous version, by its names.
  private var renames: [String: String] = [:]
  /// The renames that apply to every later part with the same name and without an identifier.
  ///
  /// They follow from the identifier of an older part, so it is the same part whichever versions are skipped.
  private var lasting: [String: String] = [:]

  init<Part: RenamedPart>(of parts: [Part], after old: [Part], resolved: [Part]) {
    names = Set(parts.map(\.name))
    oldNames = Set(old.map(\.name))
    for part in old {
      guard let identifier = part.renamedFrom else { continue }
      carriers[identifier] = carriers[identifier] ?? part.name
    }
    for part in resolved { renames[part.name] = part.renamedFrom }
    for part in old where part.renamedFrom == nil { lasting[part.name] = renames[part.name] }
  }

  /// The previous name of a part; nil if the part is new.
  func origin(of part: some RenamedPart) -> String? {
    let identifier = part.renamedFrom ?? part.name
    if oldNames.contains(identifier) { return identifier }
    return carrier(of: part) ?? (oldNames.contains(part.name) ? part.name : nil)
  }

  /// The name that replaces the identifier of a part; nil if the identifier matches nothing.
  ///
  /// A part that was renamed in an earlier version keeps its first name, because a store may skip versions.
  func renamedFrom(_ part: some RenamedPart) -> String? {
    if part.renamedFrom == nil, let first = lasting[part.name], !names.contains(first) {
      return first
    }
    if oldNames.contains(part.renamedFrom ?? part.name) { return part.renamedFrom }
    guard let carrier = carrier(of: part) else { return nil }
    let first = renames[carrier] ?? carrier
    return first == part.name ? nil : first
  }

  /// The old name of a part that already has the given part's identifier.
  ///
  /// If the given part has no identifier, this is an old part whose identifier is the given part's name.
  private func carrier(of part: some RenamedPart) -> String? {
    guard let carrier = carriers[part.renamedFrom ?? part.name],
      part.renamedFrom != nil || !names.contains(carrier)
    else { return nil }
    return carrier
  }
}
