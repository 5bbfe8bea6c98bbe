public import Diagnostics
public import SchemaModel

/// The readable content of schema files, and all their problems.
public struct SchemaInspection: Hashable, Sendable {
  /// The readable versions, in ascending order; their models may have problems.
  public var documents: [SchemaDocument]
  /// The problems of the files, of the models, and of their order.
  public var problems: [Diagnostic]
}
