internal import Diagnostics
internal import SQLite
internal import StoreLayout
package import SchemaModel
package import StoreReading
package import StoreVerification

/// The version of a Core Data or SwiftData store, without the demands that its objects do not meet.
///
/// ```swift
/// let eased = try store.readObjects { try EasedVersion(of: $0) }
/// eased.document.schema.version  // that of the store
/// eased.concessions.map(\.problem)  // [.missingValue(Book.title)]
/// ```
package struct EasedVersion {
  /// The version without the demands that are not met: a missing value makes its attribute optional, and
  /// links that share an end make the inverse a to-many relationship.
  package let document: SchemaDocument
  /// The demands of the model that objects do not meet, and that are left out of the version.
  package let concessions: [Finding]
  /// All deviations of the tables from the form that the platform writes, including ``concessions``.
  package let findings: [Finding]
  /// The demands that are left out of the version because a property cannot be read.
  private let unreadable: [Finding]
  private let purpose: PlatformStore.Purpose

  /// Eases the version of a store.
  ///
  /// - Throws: ``SQLite/SQLiteError`` if reading was interrupted.
  package init(of objects: PlatformObjects) throws {
    let store = objects.store
    purpose = store.purpose
    var model = store.model
    let all = try StoreVerifier.unmetDemands(of: objects)
    let findings = all.filter { model.give(way: $0.problem, store.purpose) }
    let names = Set(
      store.objects.losses.compactMap { problem in
        problem.property.map { PropertyName(problem.entity, $0) }
      })
    func isRead(_ finding: Finding) -> Bool {
      finding.problem.property.map { !names.contains($0) } ?? true
    }
    self.findings = all.filter(isRead)
    concessions = findings.filter(isRead)
    unreadable = findings.filter { !isRead($0) }
    document = store.document.with(model)
  }

  /// Whether the version differs from the version of the store.
  package var isEased: Bool { !concessions.isEmpty || !unreadable.isEmpty }

  /// Another version without the demands that objects of the store do not meet.
  package func withConcessions(_ document: SchemaDocument) -> SchemaDocument {
    var schema = document.schema
    for finding in concessions + unreadable { _ = schema.give(way: finding.problem, purpose) }
    return document.with(schema)
  }
}

extension Schema {
  /// Removes the demand that a problem reports as not met; returns false if the problem is about something
  /// else.
  fileprivate mutating func give(
    way problem: Problem, _ purpose: PlatformStore.Purpose
  ) -> Bool {
    switch problem {
    case .missingValue(let name), .platform(.value(let name, _)), .missingFile(let name),
      .irregularFile(let name), .unreadableFile(let name), .platform(.oversizedFile(let name)):
      change(name.entity) { entity in
        for index in entity.attributes.indices where entity.attributes[index].name == name.property
        {
          entity.attributes[index].isOptional = true
        }
      }
    case .missingLink(let name), .platform(.halfLink(let name)): loosen(name)
    case .danglingLink(let name, _, _), .ownerlessLink(let name, _), .strayLink(let name, _),
      .platform(.doubtfulLink(let name, _)):
      if purpose == .migrating { loosen(name) }
    case .platform(.sharedPartner(_, let inverse)): allowMany(inverse)
    case .duplicate(let entity, let key, true):
      change(entity) { $0.uniquenessConstraints.removeAll { $0 == key } }
      if key.count == 1 { dropInverse(PropertyName(entity, key[0])) }
    default: return false
    }
    return true
  }

  private mutating func loosen(_ name: PropertyName) {
    change(name.entity) { entity in
      for index in entity.relationships.indices
      where entity.relationships[index].name == name.property
        && entity.relationships[index].cardinality == .toOne
      {
        entity.relationships[index].isOptional = true
      }
    }
  }

  /// Makes the relationship a to-many; the links stay stored where they are.
  private mutating func allowMany(_ name: PropertyName) {
    change(name.entity) { entity in
      for index in entity.relationships.indices
      where entity.relationships[index].name == name.property {
        entity.relationships[index] = entity.relationships[index].leadingToMany
      }
    }
  }

  /// Removes the inverse of a relationship that is its own inverse, so that several objects can lead to one.
  private mutating func dropInverse(_ name: PropertyName) {
    change(name.entity) { entity in
      for index in entity.relationships.indices
      where entity.relationships[index].name == name.property
        && entity.relationships[index].inverse == name.property
      {
        entity.relationships[index].inverse = nil
      }
    }
  }

  private mutating func change(_ name: String, _ body: (inout Entity) -> Void) {
    guard let index = entities.firstIndex(where: { $0.name == name }) else { return }
    body(&entities[index])
  }
}

extension SchemaDocument {
  /// The document with another model.
  fileprivate func with(_ schema: Schema) -> SchemaDocument {
    var document = self
    document.schema = schema
    return document
  }
}
