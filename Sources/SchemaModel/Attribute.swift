/// A value that every object of an entity holds.
public struct Attribute: Hashable, Sendable {
  /// The place where the value is stored.
  public enum Storage: String, Hashable, Sendable, CaseIterable {
    /// In the object's row.
    case inline
    /// In a file next to the store; for `data` only.
    case external
  }

  private struct Fields: Hashable, Sendable {
    var name: String
    var type: AttributeType
    var isOptional: Bool
    var defaultValue: DefaultValue?
    var storage: Storage
    var isFilePath = false
    var isTransient: Bool
    var preservesValueOnDeletion: Bool
    var details: CopyOnWrite<Details>
  }

  /// The fields that few attributes have, in a box of their own, of which the others share an empty one.
  private struct Details: Hashable, Sendable {
    var derivation: String?
    var renamedFrom: String?
    var hashModifier: String?
    var documentation: String?
    var minimum: Literal?
    var maximum: Literal?
    var pattern: String?
    var column: String?
    var sqlType: String?

    static let none = CopyOnWrite(wrappedValue: Self())

    var isEmpty: Bool {
      derivation == nil && renamedFrom == nil && hashModifier == nil && documentation == nil
        && minimum == nil && maximum == nil && pattern == nil && column == nil && sqlType == nil
    }
  }

  @CopyOnWrite private var fields: Fields
  private var details: Details {
    _read { yield fields.details.wrappedValue }
    _modify { yield &fields.details.wrappedValue }
  }

  /// The attribute's name, unique in its entity and the entity's ancestors.
  public var name: String {
    get { fields.name }
    set { fields.name = newValue }
  }
  /// The type of the value.
  public var type: AttributeType {
    get { fields.type }
    set { fields.type = newValue }
  }
  /// Whether an object may have no value.
  public var isOptional: Bool {
    get { fields.isOptional }
    set { fields.isOptional = newValue }
  }
  /// The value that a new object gets.
  public var defaultValue: DefaultValue? {
    get { fields.defaultValue }
    set { fields.defaultValue = newValue }
  }
  /// The place where the value is stored.
  public var storage: Storage {
    get { fields.storage }
    set { fields.storage = newValue }
  }
  /// Whether the value is the path or the URL of a file that the object owns: `storage: path`.
  ///
  /// It has no influence on how the value is stored, and is part of no hash and no digest.
  public var isFilePath: Bool {
    get { fields.isFilePath }
    set { fields.isFilePath = newValue }
  }
  /// Whether the attribute exists only in memory and is never stored.
  public var isTransient: Bool {
    get { fields.isTransient }
    set { fields.isTransient = newValue }
  }
  /// Whether the value outlives a deleted object in the store's history.
  public var preservesValueOnDeletion: Bool {
    get { fields.preservesValueOnDeletion }
    set { fields.preservesValueOnDeletion = newValue }
  }
  /// The expression over other properties from which the platform computes the value; nil if the app sets it.
  ///
  /// It is in the platform's own syntax: the `derivationExpression` of a Core Data model.
  public var derivation: String? {
    get { details.derivation }
    set { details.derivation = newValue }
  }
  /// The attribute's name in the previous version.
  public var renamedFrom: String? {
    get { details.renamedFrom }
    set { details.renamedFrom = newValue }
  }
  /// A text that changes the version hash on purpose, to force a migration.
  public var hashModifier: String? {
    get { details.hashModifier }
    set { details.hashModifier = newValue }
  }
  /// The purpose of the attribute, in the team's words.
  public var documentation: String? {
    get { details.documentation }
    set { details.documentation = newValue }
  }
  /// The smallest valid number or date, or the smallest valid length of a text.
  public var minimum: Literal? {
    get { details.minimum }
    set { details.minimum = newValue }
  }
  /// The largest valid number or date, or the largest valid length of a text.
  public var maximum: Literal? {
    get { details.maximum }
    set { details.maximum = newValue }
  }
  /// A regular expression that must match the whole text.
  public var pattern: String? {
    get { details.pattern }
    set { details.pattern = newValue }
  }
  /// The existing column that holds the value, if the database is older than the model.
  public var column: String? {
    get { details.column }
    set { details.column = newValue }
  }
  /// The declared SQL type of ``column``.
  public var sqlType: String? {
    get { details.sqlType }
    set { details.sqlType = newValue }
  }

  /// An attribute from its parts.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false,
    defaultValue: DefaultValue? = nil, storage: Storage = .inline, isTransient: Bool = false,
    preservesValueOnDeletion: Bool = false, derivation: String? = nil, renamedFrom: String? = nil,
    hashModifier: String? = nil, documentation: String? = nil, minimum: Literal? = nil,
    maximum: Literal? = nil, pattern: String? = nil, column: String? = nil, sqlType: String? = nil
  ) {
    let details = Details(
      derivation: derivation,
      renamedFrom: renamedFrom,
      hashModifier: hashModifier,
      documentation: documentation,
      minimum: minimum,
      maximum: maximum,
      pattern: pattern,
      column: column,
      sqlType: sqlType)
    fields = Fields(
      name: name,
      type: type,
      isOptional: isOptional,
      defaultValue: defaultValue,
      storage: storage,
      isTransient: isTransient,
      preservesValueOnDeletion: preservesValueOnDeletion,
      details: details.isEmpty ? Details.none : CopyOnWrite(wrappedValue: details))
  }
}

extension Attribute {
  /// Whether a new object must be given a value, because the model provides none.
  package var needsValue: Bool {
    !isOptional && defaultValue == nil && !isTransient && derivation == nil
  }

  /// Whether both attributes declare the same SQL type, ignoring case.
  package func hasSQLType(of other: Attribute) -> Bool {
    sqlType?.lowercased() == other.sqlType?.lowercased()
  }
}
