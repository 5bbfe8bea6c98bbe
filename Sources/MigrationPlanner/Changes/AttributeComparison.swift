internal import SchemaModel

/// The differences between two versions of an attribute, or of an element of a composite.
struct AttributeComparison {
  let old: Attribute
  let new: Attribute
  /// The entity or composite that now has it.
  let owner: String
  let source: Schema
  let target: Schema

  /// The differences, in no particular order.
  var changes: [SchemaChange] {
    var result: [SchemaChange] = []
    if old.name != new.name { result.append(.renameAttribute(new, from: old.name, entity: owner)) }
    if let change = typeChange { result.append(change) }
    if old.isOptional != new.isOptional {
      result.append(
        .changeAttributeOptionality(new, entity: owner, toOptional: new.isOptional))
    }
    if old.defaultValue != new.defaultValue {
      result.append(
        .changeDefault(
          name: new.name, entity: owner, from: old.defaultValue, to: new.defaultValue))
    }
    return result + storageChanges + constraintChanges
  }

  private var storageChanges: [SchemaChange] {
    var result: [SchemaChange] = []
    if old.storage != new.storage {
      result.append(
        .changeStorage(name: new.name, entity: owner, from: old.storage, to: new.storage))
    }
    if old.isTransient != new.isTransient {
      result.append(.changeTransience(new, entity: owner, toTransient: new.isTransient))
    }
    if old.preservesValueOnDeletion != new.preservesValueOnDeletion {
      result.append(
        .changePreservation(
          name: new.name, entity: owner, toPreserved: new.preservesValueOnDeletion))
    }
    if old.derivation != new.derivation {
      result.append(
        .changeDerivation(
          name: new.name, entity: owner, from: old.derivation, to: new.derivation))
    }
    if old.column != new.column {
      result.append(
        .changeColumn(
          name: new.name, entity: owner, kind: .attributes, from: old.column, to: new.column))
    }
    if !old.hasSQLType(of: new) {
      result.append(
        .changeColumnType(name: new.name, entity: owner, from: old.sqlType, to: new.sqlType))
    }
    return result
  }

  private var constraintChanges: [SchemaChange] {
    var result: [SchemaChange] = []
    if old.hashModifier != new.hashModifier {
      result.append(
        .changeAttributeHashModifier(
          name: new.name, entity: owner, from: old.hashModifier, to: new.hashModifier))
    }
    if old.minimum != new.minimum || old.maximum != new.maximum || old.pattern != new.pattern {
      result.append(.changeBounds(from: old, to: new, entity: owner))
    }
    return result
  }

  /// The change of the type; a shared type that was only renamed is the same type.
  private var typeChange: SchemaChange? {
    switch Self.difference(source.resolved(old.type), target.resolved(new.type)) {
    case .none: nil
    case .cases(let change): .changeEnumeration(name: new.name, entity: owner, change)
    case .type: .changeAttributeType(from: old, to: new, entity: owner)
    }
  }

  private enum TypeDifference {
    case none, type
    case cases(EnumerationChange)
  }

  private static func difference(_ old: ResolvedType, _ new: ResolvedType) -> TypeDifference {
    switch (old, new) {
    case (.enumeration(let before), .enumeration(let after)):
      let change = EnumerationChange(from: before, to: after)
      return change.isMaterial ? .cases(change) : .none
    case (.composite(let before), .composite(let after)):
      // A type that keeps its name is compared separately, once for all its attributes.
      return before.name == after.name || before.elements == after.elements ? .none : .type
    case (.array(let before), .array(let after)):
      return difference(before, after)
    default:
      return old == new ? .none : .type
    }
  }
}

extension AttributeComparison {
  /// The differences between the old and the new elements of a composite.
  static func changes(
    ofElementsOf old: Composite, _ new: Composite, source: Schema, target: Schema
  ) -> [SchemaChange] {
    var result: [SchemaChange] = []
    let pairs = CompositePairs(from: old, to: new)
    for (element, before) in pairs.elements {
      guard let before else {
        result.append(.addAttribute(element, entity: new.name))
        continue
      }
      result +=
        AttributeComparison(
          old: before, new: element, owner: new.name, source: source, target: target
        ).changes
    }
    return result + pairs.dropped.map { .dropAttribute($0, entity: old.name) }
  }
}

/// The pairs of old and new elements of a composite.
struct CompositePairs {
  /// Every new element, with the old element that it continues, if any.
  let elements: [(new: Attribute, old: Attribute?)]
  /// The removed elements.
  let dropped: [Attribute]

  init(from old: Composite, to new: Composite) {
    let before = Dictionary(old.elements.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    elements = new.elements.map { element in
      let renamed = element.renamedFrom.flatMap { before[$0] }
      return (element, before[element.name] ?? renamed)
    }
    let kept = Set(elements.compactMap { $0.old?.name })
    dropped = old.elements.filter { !kept.contains($0.name) }
  }
}
