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

  /// The repair of a store of a version, whose classes stand in the type of the given name.
  public init(_ acts: [RepairAct], in schema: Schema, named version: String) {
    self.acts = acts
    self.schema = schema
    self.version = version
  }

  /// The source, and what it leaves undone.
  public var source: (text: String, remarks: [ExportRemark]) {
    var writer = AppRepairWriter(schema, version: version)
    let text = writer.text(of: acts)
    return (text, writer.remarks)
  }
}

/// One thing that an app does to its own store.
public struct RepairAct: Hashable, Sendable {
  /// What is done.
  public enum Kind: Hashable, Sendable {
    /// Objects with equal values of some properties become one: the one with the greatest value of an
    /// attribute.
    case merge(entity: String, properties: [String], newestBy: String)
    /// To-one links that lead nowhere are emptied.
    case clear(entity: String, relationship: String)
    /// Objects whose to-one link leads nowhere are deleted.
    case delete(entity: String, relationship: String)
    /// Objects without a value for a required attribute get one.
    case fill(entity: String, attribute: String)
  }

  /// What is done.
  public var kind: Kind
  /// The same in a sentence without a full stop, with what was counted in the store.
  public var sentence: String

  /// An act from its parts.
  public init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}
