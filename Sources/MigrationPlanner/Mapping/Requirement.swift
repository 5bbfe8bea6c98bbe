public import Diagnostics

/// An element of a composite, as it is found within the value that holds the composite.
public struct CompositeElement: Hashable, Sendable {
  /// One step into a value.
  public enum Step: Hashable, Sendable {
    /// To an element of a composite.
    case element(String)
    /// To each item of a list.
    case items
  }

  /// The way to the composites that have it; where there is none, nothing is missing.
  public var path: [Step]
  /// Its name.
  public var name: String

  /// An element from the way to it.
  public init(_ name: String, path: [Step] = []) { (self.name, self.path) = (name, path) }

  /// The same, a step further within.
  func within(_ step: Step) -> Self { Self(name, path: [step] + path) }
}

/// What a store's data must be like for a mapping to have a value for everything.
///
/// A required attribute that is new and has no default has no value for the objects that exist.
/// Where none exist there is nothing to decide, so it is the store that tells, not the schema.
public struct Requirement: Hashable, Sendable {
  /// The condition itself, over the source of the stage; entities without their sub-entities.
  public enum Condition: Hashable, Sendable {
    /// The entity has no objects.
    case noObjects(entity: String)
    /// No object of the entity has a value there.
    case noValues(property: String, entity: String)
    /// Every object of the entity has a value there.
    case valueEverywhere(property: String, entity: String)
    /// Every composite at the end of a path within a property's values has a value for an element.
    case elementEverywhere(CompositeElement, property: String, entity: String)
    /// No identity occurs in two of these entities, whose objects come together in one table.
    case distinctIdentities(entities: [String])
  }

  /// The condition.
  public var condition: Condition
  /// Why it must hold, in the form of a message.
  public var because: String
  /// The line to add to the schema file so that it need not hold, where there is one.
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
  /// The names on the way to it, with `[]` for the items of a list: `size.unit`, `[].name`.
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
