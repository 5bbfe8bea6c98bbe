internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension UnversionedModelChange {
  /// A finding for everything that schema files say was called otherwise in the newest released
  /// version, and that the source does not say so of: to the platform it is new.
  ///
  /// A stage with code of its own may carry the values over, which is not looked at.
  func renames(in match: CurrentModels.Match, elsewhere unseen: Set<String>) -> [Finding] {
    let (live, model) = (match.version, match.model)
    guard let trail = NameTrail(of: model), !live.hasStageWithCode else { return [] }
    var target = live.completed(by: trail.last.schema, elsewhere: unseen).document
    target.migration = nil
    let platform = NameTrail([trail.first, target])
    return target.schema.entities.filter { trail.last.schema.entity(named: $0.name) != nil }
      .flatMap { entity -> [Finding] in
        guard let old = trail.origin(ofEntity: entity.name) else { return [] }
        guard platform.origin(ofEntity: entity.name) == old else {
          return [
            finding(on: .entity(entity.name), "entity '\(entity.name)'", old, nil, trail, live)
          ]
        }
        return Self.properties(of: entity).compactMap { name, path, macro in
          guard let old = trail.origin(ofProperty: name, of: entity.name),
            platform.origin(ofProperty: name, of: entity.name) != old
          else { return nil }
          let subject = path.components[2] == "attributes" ? "attribute" : "relationship"
          return finding(
            on: path, "\(subject) '\(entity.name).\(name)'", old.name, macro, trail, live)
        }
      }
  }

  /// The stored properties of an entity, with their places and the macros that may name them.
  private static func properties(
    of entity: Entity
  ) -> [(name: String, path: SchemaPath, macro: String)] {
    entity.attributes.filter { !$0.isTransient }.map {
      ($0.name, .property($0.name, of: entity.name, .attributes), "@Attribute")
    }
      + entity.relationships.map {
        ($0.name, .property($0.name, of: entity.name, .relationships), "@Relationship")
      }
  }

  private func finding(
    on path: SchemaPath, _ subject: String, _ old: String, _ macro: String?, _ trail: NameTrail,
    _ live: SourceVersion
  ) -> Finding {
    let place = live.document.sources.location(of: path)
    let declaration = trail.last.sources.exactLocation(of: path.appending("renamedFrom"))
    return Finding(
      Self.id, .isNotRenamed(subject, path.components.last ?? "", old, trail.last.schema.version),
      at: place.map { .location($0) } ?? .part(path),
      notes: [
        declaration.map { .init(.isSaidHere, at: .location($0)) },
        .init(macro.map { .writeOriginalName(old, $0) } ?? .copyRenamedObjects(old)),
      ].compactMap(\.self))
  }
}

/// What things were called in the versions before, from the last of some back to the first.
private struct NameTrail {
  /// A property of the first version.
  struct Origin: Equatable {
    var entity: String
    var name: String
  }

  let first: SchemaDocument
  let last: SchemaDocument
  private let versions: [SchemaDocument]
  private let hops: [HopNames]

  init(_ versions: [SchemaDocument]) {
    self.versions = versions
    (first, last) = (versions[0], versions[versions.count - 1])
    hops = zip(versions, versions.dropFirst()).map { HopNames(from: $0, to: $1) }
  }

  /// The way from the newest released version to the one that is being written; nil without one.
  init?(of model: ReleasedModel) {
    guard model.document != nil, model.draft != nil else { return nil }
    self.init(model.history.versions.filter { $0.schema.version >= model.newest })
  }

  /// What an entity of the last version was called in the first; nil for a new one.
  func origin(ofEntity name: String) -> String? {
    hops.reversed().reduce(name) { name, hop in
      name.flatMap { hop.sourceName(ofEntity: $0) }
    }
  }

  /// What a property of the last version was in the first; nil for a new one.
  func origin(ofProperty name: String, of entity: String) -> Origin? {
    var origin = Origin(entity: entity, name: name)
    for (hop, source) in zip(hops, versions).reversed() {
      guard let old = hop.sourceName(ofEntity: origin.entity) else { return nil }
      let oldName = hop.sourceName(ofProperty: origin.name, of: origin.entity)
      guard source.schema.hasProperty(oldName, of: old) else { return nil }
      origin = Origin(entity: old, name: oldName)
    }
    return origin
  }
}

extension Schema {
  fileprivate func hasProperty(_ name: String, of entity: String) -> Bool {
    allAttributes(of: entity).contains { $0.name == name }
      || allRelationships(of: entity).contains { $0.name == name }
  }
}

extension SourceVersion {
  /// Whether the plan's stage to it may carry values over.
  fileprivate var hasStageWithCode: Bool { document.migration?.kind == .custom }
}

extension Finding.Message {
  fileprivate static func isNotRenamed(
    _ subject: String, _ name: String, _ old: String, _ version: Version
  ) -> Self {
    Self(
      "version \(version) says that \(subject) was '\(old)', and the source does not: the platform "
        + "drops '\(old)', and '\(name)' starts empty")
  }

  fileprivate static let isSaidHere = Self("it is said here")

  fileprivate static func writeOriginalName(_ old: String, _ macro: String) -> Self {
    Self(
      "write '\(macro)(originalName: \"\(old)\")' before it, or add 'originalName:' to the "
        + "existing '\(macro)'; or carry the values over in a custom stage")
  }

  fileprivate static func copyRenamedObjects(_ old: String) -> Self {
    Self(
      "SwiftData has no original name for a class: keep the name '\(old)', or carry the objects over "
        + "in a custom stage")
  }
}
