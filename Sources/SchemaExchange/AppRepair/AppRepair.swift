public import SchemaModel

/// The repair of a store by its app, as Swift source for a custom stage.
///
/// ```swift
/// let clearing = RepairAct(.clear(entity: "Note", relationship: "book"), "empty 1 link of 'Note.book'")
/// AppRepair([clearing], in: schema, named: "LibrarySchemaV1").source.text
/// // enum LibraryRepair { static func run(in context: ModelContext) throws { … } }
/// ```
public struct AppRepair {
  private let acts: [RepairAct]
  private let schema: Schema
  private let version: String

  /// The repair of a store of a version, whose classes are nested in the type with the given name.
  public init(_ acts: [RepairAct], in schema: Schema, named version: String) {
    self.acts = acts
    self.schema = schema
    self.version = version
  }

  /// The source, and remarks about acts that it does not contain.
  public var source: (text: String, remarks: [ExportRemark]) {
    var writer = AppRepairWriter(schema, version: version)
    let text = writer.text(of: acts)
    return (text, writer.remarks)
  }
}

/// One repair that an app makes in its own store.
public struct RepairAct: Hashable, Sendable {
  /// The kind of repair.
  public enum Kind: Hashable, Sendable {
    /// Objects with equal values of some properties are merged.
    ///
    /// The object with the greatest value of an attribute is kept.
    case merge(entity: String, properties: [String], newestBy: String)
    /// To-one links to missing objects are removed.
    case clear(entity: String, relationship: String)
    /// Objects with a to-one link to a missing object are deleted.
    case delete(entity: String, relationship: String)
    /// Objects without a value for a required attribute get a value.
    case fill(entity: String, attribute: String)
  }

  /// The kind of repair.
  public var kind: Kind
  /// The repair in a sentence without a full stop, with the numbers from the store.
  public var sentence: String

  /// An act from its parts.
  public init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}
