public import Diagnostics

extension ImportRemark {
  /// The kinds of things that a schema does not carry.
  ///
  /// The raw value is the stable name that reports have for it.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The class that an entity's objects have.
    case className = "class-name"
    /// How Xcode makes that class.
    case codeGeneration = "code-generation"
    /// Whether the class has a plain number or an object for a value.
    case scalarType = "scalar-type"
    /// The class of a transformable value.
    case valueClass = "value-class"
    /// What turns a transformable value into bytes.
    case valueTransformer = "value-transformer"
    /// The team's own keys and values.
    case userInfo = "user-info"
    /// A named set of entities.
    case configuration
    /// A named fetch request.
    case fetchRequest = "fetch-request"
    /// A property that is a query.
    case fetchedProperty = "fetched-property"
    /// An index over some objects, carried as one over all of them.
    case partialIndex = "partial-index"
    /// An index that is no list of properties, and is left out.
    case unsupportedIndex = "unsupported-index"
    /// A relationship that is never stored, and is left out.
    case transientRelationship = "transient-relationship"
    /// A transient attribute without a type, carried as a transformable one.
    case untypedTransient = "untyped-transient"
    /// Whether a value is found by Spotlight, or kept in a file for it.
    case spotlight
    /// Whether a property is left out of sync.
    case sync
    /// What the model as a whole is used with.
    case usage
    /// A mapping model, of which is carried only that there is one.
    case mappingModel = "mapping-model"
    /// A mapping model that cannot be read.
    case unreadMapping = "unread-mapping-model"
    /// A mapping model of a version that the package does not have.
    case strayMapping = "stray-mapping-model"
    /// Where entities stand in the editor's diagram.
    case diagram
    /// A renaming identifier in a spelling that Xcode does not read.
    case renamingIdentifier = "renaming-identifier"
    /// A default that has no form in a schema.
    case defaultValue = "default-value"
    /// A default that is no value of its type.
    case misfitDefault = "misfit-default"
    /// A bound that has no form in a schema.
    case bound
    /// A bound that is no value of the type that it bounds.
    case misfitBound = "misfit-bound"
    /// A negative maximum of a relationship, carried as none.
    case negativeMaximum = "negative-maximum"
    /// A to-one that is said to be ordered, carried as a plain one.
    case orderedToOne = "ordered-to-one"
    /// External storage of something else than plain bytes.
    case externalStorage = "external-storage"
    /// An expression for which a schema has no form.
    case expression
    /// A view, a trigger, a virtual table: carried by the database itself, not by the schema.
    case unmanagedObject = "unmanaged-object"
    /// A table whose name a schema cannot say: it stays as it is, outside of the schema.
    case reservedTable = "reserved-table"
    /// A clause of a table or a column, kept by the database and not said by the schema.
    case clause
    /// A foreign key that is no relationship of a schema, kept by the database.
    case foreignKey = "foreign-key"
    /// A type that was known by what a column holds.
    case sampledType = "sampled-type"
    /// Something that is not known here.
    case unknown
  }
}

extension ImportRemark.Subject {
  /// How much it weighs: a warning where it bears on what a store holds, enforces or is found by.
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

  /// What is not carried, in the form of a message.
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
