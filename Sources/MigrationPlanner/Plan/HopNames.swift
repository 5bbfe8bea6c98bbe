package import SchemaModel

/// What things of a version were called in the version before it.
package struct HopNames: Sendable {
  private let correspondence: SchemaCorrespondence

  /// The names on the step from one version to the next.
  package init(from source: SchemaDocument, to target: SchemaDocument) {
    self.init(SchemaCorrespondence(from: source, to: target))
  }

  init(_ correspondence: SchemaCorrespondence) { self.correspondence = correspondence }

  /// What an entity of the new version was called before; nil where it is new.
  package func sourceName(ofEntity name: String) -> String? { correspondence.sourceNames[name] }

  /// What an entity of the old version is called now; nil where it is gone.
  package func targetName(ofEntity name: String) -> String? { correspondence.targetNames[name] }

  /// What a property that an entity of the new version declares or inherits was called before; its
  /// own name where it was not renamed.
  package func sourceName(ofProperty name: String, of entity: String) -> String {
    for owner in correspondence.target.lineage(of: entity) {
      let old = correspondence.oldName(ofProperty: name, declaredBy: owner.name)
      if old != name { return old }
    }
    return name
  }
}
