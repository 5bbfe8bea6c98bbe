internal import SchemaModel

/// An element of a composite that becomes required without a default, so that the data decides whether every
/// composite has a value for it.
struct RequiredElement {
  /// The element, by the names of the previous version.
  var element: CompositeElement
  /// Its name in the new version.
  var name: String
  /// The composite that has it.
  var composite: String

  /// The required elements in values of one type that become values of another, at any depth.
  static func all(
    from old: AttributeType, in source: Schema, to new: AttributeType, in target: Schema
  ) -> [RequiredElement] {
    if case .array(let before) = old, case .array(let after) = new {
      return all(from: before, in: source, to: after, in: target).map { $0.within(.items) }
    }
    guard case .composite(let before) = source.resolved(old),
      case .composite(let after) = target.resolved(new)
    else { return [] }
    return CompositePairs(from: before, to: after).elements.flatMap { element, old in
      guard let old else { return [RequiredElement]() }
      let own = RequiredElement(
        element: CompositeElement(old.name), name: element.name, composite: after.name)
      let isRequired = old.isOptional && !element.isOptional && element.defaultValue == nil
      return (isRequired ? [own] : [])
        + all(from: old.type, in: source, to: element.type, in: target).map {
          $0.within(.element(old.name))
        }
    }
  }

  private func within(_ step: CompositeElement.Step) -> Self {
    RequiredElement(element: element.within(step), name: name, composite: composite)
  }
}
