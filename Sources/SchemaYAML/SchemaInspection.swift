public import Diagnostics
public import SchemaModel

/// Schema files as far as they can be read, and everything that is wrong with them.
public struct SchemaInspection: Hashable, Sendable {
  /// The versions whose files are legible, in ascending order; their models need not be sound.
  public var documents: [SchemaDocument]
  /// What is wrong with the files, with the models, and with how they follow each other.
  public var problems: [Diagnostic]
}
