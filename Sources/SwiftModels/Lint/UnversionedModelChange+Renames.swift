internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension UnversionedModelChange {
  /// A finding for every rename since a released version that schema files declare, but the source does not.
  ///
  /// To the platform, such a part is new. Code in a stage may copy the values, which is not checked. If the
  /// source declares versions, stores older than the last released one pass through these.
  func renames(in match: CurrentModels.Match, elsewhere unseen: Set<String>) -> [Finding] {
    let (live, model) = (match.version, match.model)
    guard let last = model.draft ?? model.document, !live.hasStageWithCode else { return [] }
    var target = live.completed(by: last.schema, elsewhere: unseen).document
    target.migration = nil
    let versions = model.history.versions.filter { $0.schema.version <= last.schema.version }
    var found: [Finding] = []
    for (start, version) in versions.dropLast().enumerated().reversed() {
      let isNewest = version.schema.version == model.newest
      // Stores reach a released version in the source from its previous version.
      let isLastStep = model.pinned(live) != nil && start == versions.count - 2
      let isInField =
        (live.declaration == nil || isLastStep) && model.isInField(version.schema.version)
      guard isNewest || isInField else { continue }
      let known = Set(found.map(\.place))
      found += renames(
        in: target, since: NameTrail(Array(versions[start...])), isNewest: isNewest, live
      ).filter { !known.contains($0.place) }
    }
    return found
  }

  /// The renames since the first version of a trail, as its stores see them.
  private func renames(
    in target: SchemaDocument, since trail: NameTrail, isNewest: Bool, _ live: SourceVersion
  ) -> [Finding] {
    let platform = NameTrail([trail.first, target])
    return target.schema.entities.filter { trail.last.schema.entity(named: $0.name) != nil }
      .flatMap { entity -> [Finding] in
        guard let old = trail.origin(ofEntity: entity.name) else { return [] }
        guard platform.origin(ofEntity: entity.name) == old else {
          return [
            finding(
              on: .entity(entity.name), "entity '\(entity.name)'", old, nil, trail,
              isNewest: isNewest, live)
          ]
        }
        return Self.properties(of: entity).compactMap { name, path, macro, former in
          // A former name from another version is the subject of `skip-hop-unsafe`.
          guard isNewest || former == nil,
            let old = trail.origin(ofProperty: name, of: entity.name),
            platform.origin(ofProperty: name, of: entity.name) != old
          else { return nil }
          let subject = path.components[2] == "attributes" ? "attribute" : "relationship"
          return finding(
            on: path, "\(subject) '\(entity.name).\(name)'", old.name, macro, trail,
            isNewest: isNewest, live)
        }
      }
  }

  /// The stored properties of an entity, with their places, macros, and former names in the source.
  private static func properties(
    of entity: Entity
  ) -> [(name: String, path: SchemaPath, macro: String, former: String?)] {
    entity.attributes.filter { !$0.isTransient }.map {
      ($0.name, .property($0.name, of: entity.name, .attributes), "@Attribute", $0.renamedFrom)
    }
      + entity.relationships.map {
        (
          $0.name, .property($0.name, of: entity.name, .relationships), "@Relationship",
          $0.renamedFrom
        )
      }
  }

  private func finding(
    on path: SchemaPath, _ subject: String, _ old: String, _ macro: String?, _ trail: NameTrail,
    isNewest: Bool, _ live: SourceVersion
  ) -> Finding {
    let place = live.document.sources.location(of: path)
    let declaration = trail.last.sources.exactLocation(of: path.appending("renamedFrom"))
    return Finding(
      Self.id,
      .isNotRenamed(
        subject, path.components.last ?? "", old,
        isNewest
          ? "version \(trail.last.schema.version) says that"
          : "in version \(trail.first.schema.version)"),
      at: place.map { .location($0) } ?? .part(path),
      notes: [
        declaration.map { .init(.isSaidHere, at: .location($0)) },
        .init(
          macro.map { .writeOriginalName(old, $0) }
            ?? .keepClass(old, now: path.components.last ?? "")),
      ].compactMap(\.self))
  }
}

extension SourceVersion {
  /// Whether the plan's stage to this version may copy values.
  var hasStageWithCode: Bool { document.migration?.kind == .custom }
}

extension Finding.Message {
  fileprivate static func isNotRenamed(
    _ subject: String, _ name: String, _ old: String, _ authority: String
  ) -> Self {
    Self(
      "\(authority) \(subject) was '\(old)', and the source does not say so: the platform drops '\(old)', "
        + "and '\(name)' starts empty")
  }

  fileprivate static let isSaidHere = Self("it is said here")

  fileprivate static func writeOriginalName(_ old: String, _ macro: String) -> Self {
    Self(
      "write '\(macro)(originalName: \"\(old)\")' before it, or add 'originalName:' to the "
        + "existing '\(macro)'; or carry the values over in a custom stage")
  }
}
