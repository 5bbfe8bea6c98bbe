/// A row of `sqlite_schema`: any object that a database defines, with its own text.
public struct SchemaObject: Hashable, Sendable {
  /// The kinds of objects.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A table, including virtual ones.
    case table
    /// An index made by `CREATE INDEX`.
    case index
    /// A view.
    case view
    /// A trigger.
    case trigger
  }

  /// The identity of an object.
  ///
  /// Tables and triggers have separate namespaces.
  public struct ID: Hashable, Sendable, Comparable {
    /// The kind of object.
    public var kind: Kind
    /// Its name.
    public var name: String

    /// An identity from its parts.
    public init(_ kind: Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }

    /// Orders by kind, then name.
    public static func < (left: Self, right: Self) -> Bool {
      (left.kind.rawValue, left.name) < (right.kind.rawValue, right.name)
    }
  }

  /// The kind and the name.
  public var id: ID
  /// The table of an index or trigger; the object's own name for tables and views.
  public var table: String
  /// The statement that creates it.
  public var sql: String

  /// An object from its parts.
  public init(_ kind: Kind, _ name: String, on table: String? = nil, sql: String) {
    id = ID(kind, name)
    self.table = table ?? name
    self.sql = sql
  }
}

extension SchemaObject {
  /// Whether it is a virtual table of a module (https://www.sqlite.org/vtab.html).
  ///
  /// SQLite writes the first words of such a statement itself.
  package var isVirtual: Bool { id.kind == .table && sql.hasPrefix("CREATE VIRTUAL TABLE ") }
}

extension DatabaseDefinition {
  /// The kind and name of every object that it defines, sorted.
  public var objectIDs: [SchemaObject.ID] {
    (indexes.map { SchemaObject.ID(.index, $0.name) }
      + tables.map { SchemaObject.ID(.table, $0.name) }
      + triggers.map { SchemaObject.ID(.trigger, $0.name) })
      .sorted()
  }
}
