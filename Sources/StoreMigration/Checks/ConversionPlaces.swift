internal import Diagnostics
internal import MigrationPlanner
internal import SchemaModel
internal import StoreVerification

/// The places in a stage's versions where the type of a value changes.
struct ConversionPlaces {
  /// The versions, beginning with the stage's first one.
  private let documents: [SchemaDocument]

  init(of mapping: Mapping, in history: SchemaHistory) {
    let (source, target) = (mapping.source.version, mapping.target.version)
    documents =
      [history[source]].compactMap(\.self) + (history.path(from: source, to: target) ?? [])
  }

  /// The single change of type that refuses a value for this reason; nil if none exists, or there may be
  /// several.
  func change(of property: PropertyName, refusedFor reason: String) -> Change? {
    let changes = changes(of: property)
    let named = changes.filter { $0.refuses(for: reason) }
    let found = named.isEmpty ? changes : named
    return found.count == 1 ? found[0] : nil
  }

  /// A change of the type of a property from one version to the next.
  struct Change {
    /// The attribute in the previous version.
    var attribute: Attribute
    var from: AttributeType
    var to: AttributeType
    var location: SourceLocation?
    /// Whether a value may be missing in both versions.
    var isOptional: Bool

    /// Whether the conversion itself refuses a value, and not the column.
    func refuses(for reason: String) -> Bool {
      reason == "\(from.keyword) cannot be held exactly as \(to.keyword)"
    }

    /// The expression that converts the values that fit.
    var guarded: String? {
      GuardedConversion(
        of: attribute.name, from: from, to: to, keepingNothing: isOptional)?.sql
    }
  }

  /// The changes of a property's stored type, followed back by its names.
  private func changes(of property: PropertyName) -> [Change] {
    var (entity, name) = (property.entity, property.property)
    var result: [Change] = []
    for (before, after) in zip(documents, documents.dropFirst()).reversed() {
      guard let owned = after.schema.attribute(named: name, of: entity) else { break }
      let names = HopNames(from: before, to: after)
      let oldEntity = names.sourceName(ofEntity: entity) ?? entity
      let oldName = names.sourceName(ofProperty: name, of: entity)
      guard let old = before.schema.attribute(named: oldName, of: oldEntity) else { break }
      let from = before.schema.storedType(of: old.attribute.type)
      let to = after.schema.storedType(of: owned.attribute.type)
      if from != to {
        let path = SchemaPath.property(name, of: owned.owner, .attributes)
        let types = after.schema.declarations(of: owned.attribute.type)
        result.append(
          Change(
            attribute: old.attribute, from: from, to: to,
            location: after.location(
              of: [path] + types, in: Set([after.file].compactMap(\.self))),
            isOptional: old.attribute.isOptional && owned.attribute.isOptional))
      }
      (entity, name) = (oldEntity, old.attribute.name)
    }
    return result
  }
}
