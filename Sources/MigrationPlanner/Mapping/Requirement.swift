public import Diagnostics

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
