public import Diagnostics

extension ImportRemark {
  /// The kinds of parts that a schema leaves out or changes.
  ///
  /// The raw value is the stable name in reports.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The class of an entity's objects.
    case className = "class-name"
    /// Xcode's code generation for the class.
    case codeGeneration = "code-generation"
    /// Whether a value is a plain number or an object in the class.
    case scalarType = "scalar-type"
    /// The class of a transformable value.
    case valueClass = "value-class"
    /// The transformer that turns a transformable value into bytes.
    case valueTransformer = "value-transformer"
    /// The team's own keys and values.
    case userInfo = "user-info"
    /// A named set of entities.
    case configuration
    /// A named fetch request.
    case fetchRequest = "fetch-request"
    /// A property whose value is the result of a query.
    case fetchedProperty = "fetched-property"
    /// An index over some objects, imported as an index over all objects.
    case partialIndex = "partial-index"
    /// An index that is not a list of properties, and is left out.
    case unsupportedIndex = "unsupported-index"
    /// A transient relationship, which is left out.
    case transientRelationship = "transient-relationship"
    /// A transient attribute without a type, imported as a transformable one.
    case untypedTransient = "untyped-transient"
    /// Whether a value is indexed for Spotlight, or stored in a file for it.
    case spotlight
    /// Whether a property is excluded from sync.
    case sync
    /// A service or framework that uses the model.
    case usage
    /// A mapping model, of which only the existence is imported.
    case mappingModel = "mapping-model"
    /// A mapping model that cannot be read.
    case unreadMapping = "unread-mapping-model"
    /// A mapping model of a version that does not exist in the package.
    case strayMapping = "stray-mapping-model"
    /// The layout of the editor's diagram.
    case diagram
    /// A renaming identifier in an attribute that Xcode does not read.
    case renamingIdentifier = "renaming-identifier"
    /// A default that cannot be declared in a schema.
    case defaultValue = "default-value"
    /// A default that is not a value of its type.
    case misfitDefault = "misfit-default"
    /// A bound that cannot be declared in a schema.
    case bound
    /// A bound that is not a value of its type.
    case misfitBound = "misfit-bound"
    /// A negative maximum of a relationship, imported as no maximum.
    case negativeMaximum = "negative-maximum"
    /// An ordered to-one, imported as a to-one without order.
    case orderedToOne = "ordered-to-one"
    /// External storage of a type other than `data`.
    case externalStorage = "external-storage"
    /// An expression that cannot be declared in a schema.
    case expression
    /// A view, a trigger or a virtual table, which only the database keeps.
    case unmanagedObject = "unmanaged-object"
    /// A table with a reserved name, which only the database keeps.
    case reservedTable = "reserved-table"
    /// A clause of a table or a column, which only the database keeps.
    case clause
    /// A foreign key that cannot be a relationship, which only the database keeps.
    case foreignKey = "foreign-key"
    /// A type that was derived from the values in a column.
    case sampledType = "sampled-type"
    /// An unknown part.
    case unknown
  }
}

extension ImportRemark.Subject {
  /// The severity: a warning for parts that affect the contents, the constraints or the look-up of stores.
  public var severity: Diagnostic.Severity {
    switch self {
    case .className, .codeGeneration, .scalarType, .valueClass, .userInfo, .configuration,
      .fetchRequest, .fetchedProperty, .untypedTransient, .spotlight, .sync, .usage,
      .mappingModel, .diagram, .unmanagedObject, .clause, .sampledType:
      .note
    case .valueTransformer, .partialIndex, .unsupportedIndex, .transientRelationship,
      .renamingIdentifier, .defaultValue, .misfitDefault, .bound, .misfitBound, .negativeMaximum,
      .unreadMapping, .strayMapping, .orderedToOne, .externalStorage, .expression, .reservedTable,
      .foreignKey, .unknown:
      .warning
    }
  }
}

extension ImportRemark {
  /// The remark as a diagnostic, with the subject as its code.
  public var diagnostic: Diagnostic {
    Diagnostic(code: subject.rawValue, severity: subject.severity, message, at: location)
  }

  /// The part that is left out or changed, in the form of a message.
  public var message: String {
    switch subject {
    case .className: "'\(part)' has the class '\(value)', which a schema does not say"
    case .codeGeneration:
      "'\(part)' has the code generation '\(value)', which a schema does not say"
    case .scalarType:
      "'\(part)' is "
        + (value == "YES" ? "a plain value in its class" : "an object in its class")
        + ", which a schema does not say"
    case .valueClass: "'\(part)' holds \(withArticle(value)), which a schema does not say"
    case .valueTransformer:
      "'\(part)' is turned into bytes by '\(value)', which a schema does not say"
    case .userInfo: "'\(part)' has the user info '\(value)', which a schema does not carry"
    case .configuration: "the configuration '\(part)' of \(value) is not carried"
    case .fetchRequest: "the fetch request '\(part)' is not carried: \(value)"
    case .fetchedProperty: "the fetched property '\(part)' is not carried"
    case .partialIndex:
      "an index of '\(part)' covers all objects here, not only the objects of '\(value)'"
    case .unsupportedIndex: "an index of '\(part)' is left out: \(value)"
    case .transientRelationship: "'\(part)' is a transient relationship, and is left out"
    case .untypedTransient: "'\(part)' has no type, and is carried as transformable"
    case .spotlight: "'\(part)' says \(value), which a schema does not"
    case .sync: "'\(part)' is not synced, which a schema does not say"
    case .usage: "the model says \(value), which a schema does not"
    case .mappingModel:
      "the mapping model \(part) is not carried; the version says 'kind: custom' for it"
    case .unreadMapping: "the mapping model '\(part)' cannot be read: \(value)"
    case .strayMapping:
      "the mapping model '\(part)' is passed over: it names \(value), which the package does not have"
    case .diagram: "the diagram of \(value) is not carried"
    case .renamingIdentifier:
      "'\(part)' has the renaming identifier '\(value)' where Xcode does not look for one"
    case .defaultValue: "the default '\(value)' of '\(part)' has no form in a schema"
    case .bound:
      "the bound '\(value)' of '\(part)' is left out: it does not fit its type or its default"
    case .misfitDefault: "the default of '\(part)' is left out: \(value)"
    case .misfitBound: "a bound of '\(part)' is left out: \(value)"
    case .negativeMaximum:
      "'\(part)' has the maximum \(value), carried as none, so the hash of its entity differs"
    case .orderedToOne:
      "'\(part)' leads to one object and is ordered, which a schema does not say, so the hash of its"
        + " entity may differ"
    case .externalStorage: "'\(part)' may be stored outside, which a schema says of 'data' alone"
    case .expression: "the expression '\(value)' of '\(part)' has no form in a schema"
    case .unmanagedObject: "the \(value) '\(part)' stays as it is, outside of the schema"
    case .reservedTable:
      "the table '\(part)' is left out, and stays as it is: the store uses such names itself"
    case .clause: "'\(part)' has the clause '\(value)', which a schema does not say"
    case .foreignKey: "a foreign key of '\(part)' is no relationship: \(value)"
    case .sampledType: "'\(part)' is declared with \(value)"
    case .unknown: "'\(part)' has \(value), which is not known here, and is left out"
    }
  }
}
