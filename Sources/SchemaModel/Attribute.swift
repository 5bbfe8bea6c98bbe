/// A value that every object of an entity holds.
public struct Attribute: Hashable, Sendable {
  /// Where the value is kept.
  public enum Storage: String, Hashable, Sendable, CaseIterable {
    /// In the object's row.
    case inline
    /// In a file beside the store; for `data` only.
    case external
  }

  /// The attribute's name, unique in its entity and the entity's ancestors.
  public var name: String
  /// What kind of value it holds.
  public var type: AttributeType
  /// Whether an object may have no value.
  public var isOptional: Bool
  /// The value that a new object gets.
  public var defaultValue: DefaultValue?
  /// Where the value is kept.
  public var storage: Storage
  /// Whether it exists in memory alone and is never stored.
  public var isTransient: Bool
  /// Whether the value outlives a deleted object in the store's history.
  public var preservesValueOnDeletion: Bool
  /// The expression over other properties that the platform computes the value from, in its own
  /// words (`derivationExpression` of a Core Data model); nil where the app sets the value.
  public var derivation: String?
  /// The name this attribute had in the version before.
  public var renamedFrom: String?
  /// Changes the version hash on purpose, to force a migration.
  public var hashModifier: String?
  /// What the attribute is for, in the team's words.
  public var documentation: String?
  /// The smallest sound value: of a number, a date, or the length of a text.
  public var minimum: Literal?
  /// The largest sound value: of a number, a date, or the length of a text.
  public var maximum: Literal?
  /// A regular expression that the whole text matches.
  public var pattern: String?
  /// The existing column that holds it, where the database came before the model.
  public var column: String?
  /// That column's declared SQL type.
  public var sqlType: String?

  /// An attribute from its parts.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false,
    defaultValue: DefaultValue? = nil, storage: Storage = .inline, isTransient: Bool = false,
    preservesValueOnDeletion: Bool = false, derivation: String? = nil, renamedFrom: String? = nil,
    hashModifier: String? = nil, documentation: String? = nil, minimum: Literal? = nil,
    maximum: Literal? = nil, pattern: String? = nil, column: String? = nil, sqlType: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.storage = storage
    self.isTransient = isTransient
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.derivation = derivation
    self.renamedFrom = renamedFrom
    self.hashModifier = hashModifier
    self.documentation = documentation
    self.minimum = minimum
    self.maximum = maximum
    self.pattern = pattern
    self.column = column
    self.sqlType = sqlType
  }
}
