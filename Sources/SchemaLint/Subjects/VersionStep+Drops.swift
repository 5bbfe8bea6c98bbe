internal import MigrationPlanner
internal import SQLText
package import SchemaModel

extension VersionStep {
  /// Whether a drop may be a rename instead.
  ///
  /// That is the case if an added part has the same shape, or if an invalid rename refers to the dropped
  /// part.
  func mayBeRename(_ drop: SchemaChange) -> Bool {
    review.probableRenames.contains { $0.drop == drop }
      || review.renameProblems.contains { isClaimed(drop.path.components, by: $0) }
  }

  /// Notes on the new parts that have the same shape as a part under `removed`.
  func notesOnRename(of drop: SchemaChange) -> [Finding.Note] {
    guard let rename = review.removedRenames.first(where: { $0.drop == drop }) else { return [] }
    return rename.candidates.map { candidate in
      .init(
        .hasSameShape(
          candidate.components.last ?? "", as: rename.source,
          isClass: candidate.components.count == 2 && target.schema.declaredPlatform == .swiftData),
        at: .part(candidate))
    }
  }

  private func isClaimed(_ old: [String], by problem: RenameProblem) -> Bool {
    let new = problem.path.components
    guard old.count >= 2, new.count > 2, problem.source == old.last else { return false }
    if old.count == 2 { return new.count == 3 }
    return new.count > 4 && new[2] == old[2] && review.targetName(ofEntity: old[1]) == new[1]
  }

  /// Whether an entity of the previous version does not exist any more, under any name.
  func isGone(entity: String) -> Bool { review.targetName(ofEntity: entity) == nil }

  /// Whether an entity of the new version did not exist before, under any name.
  func isNew(entity: String) -> Bool { review.sourceName(ofEntity: entity) == nil }

  /// Whether an expression, a condition or a statement of the migration mentions a name.
  func migrationMentions(_ name: String) -> Bool {
    MigrationSQL.all(in: target, source: source.schema).contains { piece in
      piece.role.givesData && piece.tokens.mentions([name])
    }
  }

  /// Whether objects of an entity of the previous version are a declared source of other objects.
  func makesOthers(ofObjectsOf name: String) -> Bool {
    (target.migration?.maps ?? []).flatMap(\.origins).contains {
      source.schema.isEntity(name, orDescendantOf: $0.entity)
    }
  }
}

extension Schema {
  /// The first entity, new since another version, that has an attribute of the same name and type as a removed
  /// one.
  package func newEntity(having attribute: Attribute, since before: Schema) -> String? {
    entities.first { entity in
      before.entity(named: entity.renamedFrom ?? entity.name) == nil
        && entity.attribute(named: attribute.name)?.type == attribute.type
    }?.name
  }
}

extension Finding.Message {
  /// The advice for an attribute that moves to a new class of an app.
  package static func fill(_ new: String, from attribute: String, of entity: String) -> Self {
    Self(
      "'\(new)' is new and has '\(attribute)', too: if the values move there, keep '\(entity).\(attribute)' in "
        + "this version, fill '\(new)' from it in 'didMigrate' of a '.custom' stage, and let a later version remove it"
    )
  }

  fileprivate static func hasSameShape(
    _ new: String, as old: String, isClass: Bool
  ) -> Self {
    let rename = isClass ? keepingClass(old) : "write 'renamedFrom: \(old)' here"
    return Self(
      "'\(new)' is new and has the same shape: if '\(old)' is renamed, \(rename), and take it out of 'removed'"
    )
  }

  private static func keepingClass(_ name: String) -> String {
    "give the class its old name '\(name)' again, as SwiftData has no original name for a class"
  }

  /// The advice for declaring a rename, and for accepting the loss.
  static func renameOrAccept(
    _ name: String, _ rule: RuleID, _ planned: PlannedChange, in schema: Schema
  ) -> Self {
    let isClass = rule == "drop-entity"
    let rename =
      switch schema.declaredPlatform {
      case .swiftData where isClass: keepingClass(name)
      case .swiftData:
        "write 'renamedFrom: \(name)' at the new name, and 'originalName: \"\(name)\"' in the Swift source"
      case .coreData, .noPlatform, nil: "write 'renamedFrom: \(name)' at the new name"
      }
    return Self(
      "if it has another name now, \(rename); \(accept(rule, planned, in: schema).description)")
  }

  /// The advice for accepting an intended loss: an exception with a reason.
  ///
  /// In a store that no framework migrates, an approval is needed, too.
  static func accept(_ rule: RuleID, _ planned: PlannedChange, in schema: Schema) -> Self {
    let approval = schema.namesPlatform ? nil : planned.approval
    return Self(
      "if the loss is meant, write '# migrate:ignore \(rule) -- reason' at the end of the line"
        + (approval.map { "; 'migrate plan' and 'migrate apply' then take '--allow \($0)'" } ?? ""))
  }
}

extension MigrationSQL.Role {
  /// Whether the SQL changes data, rather than only checking it.
  fileprivate var givesData: Bool {
    switch self {
    case .value, .filter, .script: true
    case .expectation: false
    }
  }
}
