public import Diagnostics
public import SchemaModel

/// A test of a migration: objects of one version, and what they must be in a later one.
public struct MigrationCase: Hashable, Sendable {
  /// What a store holds before the migration.
  public enum Start: Hashable, Sendable {
    /// These objects.
    case rows([Row])
    /// The content of a store or of a backup, by its path from where the tool runs.
    case fixture(path: String)
    /// Sample data.
    case sample(objects: Int, seed: Int)
  }

  /// An object.
  public struct Row: Hashable, Sendable {
    /// What the case calls it; nil for one that nothing else speaks of.
    public var name: String?
    /// Its entity.
    public var entity: String
    /// What is said of it.
    public var content: Content
    /// Where it stands.
    public var location: SourceLocation
  }

  /// The values and links of an object, as far as they are given.
  public struct Content: Hashable, Sendable {
    /// The values, in the order of the file.
    public var values: [Value] = []
    /// The links, in the order of the file.
    public var links: [Links] = []
  }

  /// The value of an attribute.
  public struct Value: Hashable, Sendable {
    /// The attribute.
    public var attribute: String
    /// The value; nil for none.
    public var literal: Literal?
    /// Where it stands.
    public var location: SourceLocation
  }

  /// The objects that a relationship leads to.
  public struct Links: Hashable, Sendable {
    /// The relationship.
    public var relationship: String
    /// What the case calls the objects.
    public var rows: [String]
    /// Where they stand.
    public var location: SourceLocation
    /// Where each of them stands.
    package var places: [SourceLocation]
  }

  /// What must hold after the migration.
  public struct Expectation: Hashable, Sendable {
    /// The kinds of expectations.
    public enum Kind: Hashable, Sendable {
      /// A number of objects, or what a query gives.
      case check(MigrationDeclaration.Check)
      /// An object, which is of that entity now, has these values and links.
      case row(name: String, entity: String, has: Content)
      /// An object was left behind; the entity is the one it would be of, nil where that is gone.
      case gone(name: String, entity: String?)
    }

    /// What must hold.
    public var kind: Kind
    /// Where it stands.
    public var location: SourceLocation
  }

  /// How the migration must fail.
  public struct ExpectedFailure: Hashable, Sendable {
    /// The code of one of the problems: `failed-check`.
    public var code: String
    /// What that problem must speak of.
    public var mentions: [String]
    /// Where it stands.
    public var location: SourceLocation

    init(_ code: String, mentions: [String], at location: SourceLocation) {
      (self.code, self.mentions, self.location) = (code, mentions, location)
    }
  }

  /// The name, unique in its file.
  public var name: String
  /// The version before; nil for the one that the fixture has.
  public var source: Version?
  /// What the store holds before.
  public var start: Start
  /// The version after.
  public var target: Version
  /// The losses that are meant: `drop-attribute:Book.pages`.
  public var allowedLosses: [String]
  /// What must hold after.
  public var expectations: [Expectation]
  /// How the migration must fail; nil where it must not.
  public var failure: ExpectedFailure?
  /// Where the case begins.
  public var location: SourceLocation
}
