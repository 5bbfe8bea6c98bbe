package import SchemaModel

/// The names in the previous version of things in a version.
package struct HopNames: Sendable {
  private let correspondence: SchemaCorrespondence

  /// The names in the step from one version to the next.
  package init(from source: SchemaDocument, to target: SchemaDocument) {
    self.init(SchemaCorrespondence(from: source, to: target))
  }

  init(_ correspondence: SchemaCorrespondence) { self.correspondence = correspondence }

  /// The old name of an entity of the new version; nil if it is new.
  package func sourceName(ofEntity name: String) -> String? { correspondence.sourceNames[name] }

  /// The new name of an entity of the old version; nil if it is removed.
  package func targetName(ofEntity name: String) -> String? { correspondence.targetNames[name] }

  /// The old name of a property that an entity of the new version declares or inherits; its own name if it
  /// was not renamed.
  package func sourceName(ofProperty name: String, of entity: String) -> String {
    for owner in correspondence.target.lineage(of: entity) {
      let old = correspondence.oldName(ofProperty: name, declaredBy: owner.name)
      if old != name { return old }
    }
    return name
  }

  /// The concrete entities of the old version whose objects lose the values of an attribute that is removed
  /// from them or an ancestor.
  package func losers(ofAttribute name: String, of entity: String) -> [String] {
    let members = correspondence.source.family(of: entity).filter { !$0.isAbstract }.map(\.name)
    let losers = members.filter { member in
      guard let now = correspondence.targetNames[member] else {
        return correspondence.makings[member] != nil
      }
      return correspondence.new(name, in: now, Attribute.self) == nil
    }
    // If all of them are removed, the values of all are lost, whichever change reports it.
    return losers.isEmpty ? members : losers
  }

  /// The same for the links of a relationship; nil if entities do not determine which objects lose them.
  package func losers(ofLinksOf name: String, of entity: String) -> [String]? {
    guard let parting = CarriedAssociations(correspondence).parting(of: name, of: entity) else {
      return nil
    }
    return parting.losers.isEmpty ? nil : parting.losers
  }

  /// The elements of a composite whose values may be lost as it changes, by their old names.
  package func elementsAtRisk(from old: Composite, to new: Composite) -> [String] {
    ChangeClassifier(correspondence, declaration: nil).elementsAtRisk(from: old, to: new)
  }
}
