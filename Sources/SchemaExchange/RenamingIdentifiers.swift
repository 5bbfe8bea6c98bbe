internal import SchemaModel

/// The renames that the renaming identifiers of Core Data's models declare.
///
/// An identifier is a first name: two parts are one where both have it, or where one has it and the other
/// is called so. It may be meant for a later version, and then it names nothing yet.
///
/// ```swift
/// // V1: Playlist, V2: Playlist (elementID PlaylistV2), V3: Folder (elementID PlaylistV2)
/// // V2: no rename, V3: 'renamedFrom: Playlist'
/// ```
///
/// An older name stays the first name in every later version, for a store may skip the versions between.
struct RenamingIdentifiers {
  /// The version before, with the identifiers that its model has.
  private let source: Schema
  /// The same version, with the renames that were made of them.
  private let resolved: Schema

  /// Versions whose `renamedFrom` is an identifier, the oldest first, with the names of the previous
  /// version instead, where it has the same part.
  ///
  /// A version alone has nothing to compare with, and keeps its identifiers.
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

/// The names that entities, or the properties of one, had in the version before.
private struct Names {
  private var names: Set<String> = []
  private var oldNames: Set<String> = []
  /// The old name by the identifier that was written for it.
  private var carriers: [String: String] = [:]
  /// The renames of the version before, by its names.
  private var renames: [String: String] = [:]
  /// Those of them that follow from the identifier of an older part: a part of that name without one is the
  /// same part, whatever versions are skipped.
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

  /// The name that a part had; nil where it is new.
  func origin(of part: some RenamedPart) -> String? {
    let identifier = part.renamedFrom ?? part.name
    if oldNames.contains(identifier) { return identifier }
    return carrier(of: part) ?? (oldNames.contains(part.name) ? part.name : nil)
  }

  /// The name to write for the identifier of a part; nil where it names nothing.
  ///
  /// What was renamed before carries its first name along: a store may skip the version between.
  func renamedFrom(_ part: some RenamedPart) -> String? {
    if part.renamedFrom == nil, let first = lasting[part.name], !names.contains(first) {
      return first
    }
    if oldNames.contains(part.renamedFrom ?? part.name) { return part.renamedFrom }
    guard let carrier = carrier(of: part) else { return nil }
    let first = renames[carrier] ?? carrier
    return first == part.name ? nil : first
  }

  /// The old name of what has the identifier of a part already, or has for one the name of a part
  /// without an identifier.
  private func carrier(of part: some RenamedPart) -> String? {
    guard let carrier = carriers[part.renamedFrom ?? part.name],
      part.renamedFrom != nil || !names.contains(carrier)
    else { return nil }
    return carrier
  }
}
