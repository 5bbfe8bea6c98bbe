public import Diagnostics

/// An element of a composite, located within the value that contains the composite.
public struct CompositeElement: Hashable, Sendable {
  /// One step into a value.
  public enum Step: Hashable, Sendable {
    /// To an element of a composite.
    case element(String)
    /// To each item of a list.
    case items
  }

  /// The path to the composites that have it; without such a composite, nothing is missing.
  public var path: [Step]
  /// Its name.
  public var name: String

  /// An element from its name and the path to it.
  public init(_ name: String, path: [Step] = []) { (self.name, self.path) = (name, path) }

  /// The same element, one step further inside.
  func within(_ step: Step) -> Self { Self(name, path: [step] + path) }
}

/// The demands on a store's data, so that a mapping has a value for everything.
///
/// A required attribute that is new and has no default has no value for existing objects. If there are none,
/// nothing has to be decided, so the requirement depends on the store and not on the schema.
public struct Requirement: Hashable, Sendable {
  /// The condition itself, over the source of the stage; entities without their sub-entities.
  public enum Condition: Hashable, Sendable {
    /// The entity has no objects.
    case noObjects(entity: String)
    /// No object of the entity has a value of the property.
    case noValues(property: String, entity: String)
    /// Every object of the entity has a value of the property.
    case valueEverywhere(property: String, entity: String)
    /// Every composite at the end of a path within a property's values has a value for an element.
    case elementEverywhere(CompositeElement, property: String, entity: String)
    /// No identity occurs in two of these entities, whose objects move into one table.
    case distinctIdentities(entities: [String])
  }

  /// The condition.
  public var condition: Condition
  /// The reason why it must hold, in the form of a message.
  public var because: String
  /// The line to add to the schema file so that the requirement is not needed, if any.
  public var remedy: String?
  /// The place of that part in the schema file.
  public var location: SourceLocation?

  /// A requirement from its parts.
  public init(
    _ condition: Condition, because: String, remedy: String? = nil,
    location: SourceLocation? = nil
  ) {
    self.condition = condition
    self.because = because
    self.remedy = remedy
    self.location = location
  }
}

extension CompositeElement: CustomStringConvertible {
  /// The path of names, with `[]` for the items of a list: `size.unit`, `[].name`.
  public var description: String {
    let steps = path.map { step in
      switch step {
      case .element(let name): name
      case .items: "[]"
      }
    }
    return (steps + [name]).joined(separator: ".")
  }
}
