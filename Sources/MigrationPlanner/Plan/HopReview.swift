package import Diagnostics
package import SchemaModel

/// All facts about the step from one version to the next, even a faulty one.
///
/// If ``Planner`` refuses to plan, a review still has all changes, and the mistakes next to them.
package struct HopReview: Sendable {
  /// The changes, classified, in a fixed order.
  package let changes: [PlannedChange]
  /// The platform's ability to infer the step, including what is declared.
  package let classification: Classification
  /// The impossible declared renames.
  package let renameProblems: [RenameProblem]
  /// The drops that may be renames.
  package let probableRenames: [Ambiguities.ProbableRename]
  /// The drops that are listed under `removed` although something of the same shape is new.
  package let removedRenames: [Ambiguities.ProbableRename]
  /// The other problems that keep the hop from being planned.
  package let otherProblems: [Diagnostic]
  private let correspondence: SchemaCorrespondence
  private let declaration: MigrationDeclaration?

  /// Reviews a step, with the new version's declarations.
  ///
  /// The values are not traced: in long chains many steps are reviewed, and none is carried out.
  package init(from source: SchemaDocument, to target: SchemaDocument) {
    let hop = ClassifiedHop(from: source, to: target, allowedDrops: [])
    correspondence = hop.correspondence
    declaration = target.migration
    changes = hop.changes
    classification = hop.classification
    renameProblems = hop.correspondence.renameProblems
    probableRenames = hop.ambiguities.probableRenames
    removedRenames = hop.ambiguities.removedRenames
    let known = Set(renameProblems.map(\.diagnostic) + probableRenames.map(\.diagnostic))
    otherProblems = hop.problems.filter { !known.contains($0) }
  }
}

extension HopReview {
  /// Whether a part only counts as removed because the former name of its new part is misspelt.
  package func followsFromMisspelling(_ drop: SchemaChange) -> Bool {
    drop.isDrop
      && renameProblems.contains { problem in
        problem.path.parent?.parent == drop.path.parent && problem.meant == drop.place.name
      }
  }
}

extension HopReview {
  /// Whether every entity keeps its version hash, so that the platform migrates nothing; nil if unknown.
  package var keepsVersionHashes: Bool? {
    correspondence.source.keepsVersionHashes(in: correspondence.target, after: changes)
  }

  /// Whether every entity keeps its version hash, as far as hashes are known.
  package var mayKeepVersionHashes: Bool {
    keepsVersionHashes ?? changes.allSatisfy { $0.isHashNeutral == true }
  }
}

extension HopReview {
  /// Whether every object of an entity gets its link from a `from` with `link` and without `where`.
  package func linksEveryObject(of entity: String, by relationship: String) -> Bool {
    let members = correspondence.target.entities.filter {
      !$0.isAbstract && correspondence.target.isEntity($0.name, orDescendantOf: entity)
    }
    return members.allSatisfy { member in
      guard let old = correspondence.sourceNames[member.name] else { return true }
      return declaration?.map(of: member.name)?.origins.isEmpty ?? true
        && isLinkedToAddition(member.name, old, by: relationship)
    }
  }

  private func isLinkedToAddition(
    _ entity: String, _ old: String, by relationship: String
  ) -> Bool {
    (declaration?.maps ?? []).contains { map in
      guard let origin = map.origin(ofObjectsOf: old, in: correspondence.source),
        origin.filter == nil,
        let link = origin.link.flatMap({ DeclaredLink($0, in: correspondence.target) })
      else { return false }
      return link.end.relationship.name == relationship
        && link.leads(from: entity, to: map.entity, in: correspondence.target)
    }
  }
}

extension HopReview {
  private var names: HopNames { HopNames(correspondence) }

  /// The old name of an entity of the new version; nil if it is new.
  package func sourceName(ofEntity name: String) -> String? { names.sourceName(ofEntity: name) }

  /// The new name of an entity of the old version; nil if it is removed.
  package func targetName(ofEntity name: String) -> String? { names.targetName(ofEntity: name) }

  /// The old name of a property that an entity of the new version declares or inherits; its own name if it
  /// was not renamed.
  package func sourceName(ofProperty name: String, of entity: String) -> String {
    names.sourceName(ofProperty: name, of: entity)
  }

  /// The ends whose links a changed inverse narrows; nil if it narrows none.
  package func narrowedLinks(by change: SchemaChange) -> NarrowedLinks? {
    correspondence.narrowedLinks(by: change)
  }
}
