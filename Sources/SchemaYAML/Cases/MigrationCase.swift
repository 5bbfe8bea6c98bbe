public import Diagnostics
public import SchemaModel

/// A test of a migration: objects of one version, and their expected content in a later version.
public struct MigrationCase: Hashable, Sendable {
  /// The content of a store before the migration.
  public enum Start: Hashable, Sendable {
    /// These objects.
    case rows([Row])
    /// The content of a store or a backup, by its path from the working directory.
    case fixture(path: String)
    /// Sample data.
    case sample(objects: Int, seed: Int)
  }

  /// An object.
  public struct Row: Hashable, Sendable {
    /// The name of the object in the case; nil if nothing else refers to it.
    public var name: String?
    /// The entity of the object.
    public var entity: String
    /// The given content of the object.
    public var content: Content
    /// The place in the file.
    public var location: SourceLocation
  }

  /// The given values and links of an object.
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
    /// The value; nil for no value.
    public var literal: Literal?
    /// The place in the file.
    public var location: SourceLocation
  }

  /// The objects that a relationship leads to.
  public struct Links: Hashable, Sendable {
    /// The relationship.
    public var relationship: String
    /// The names of the objects in the case.
    public var rows: [String]
    /// The place in the file.
    public var location: SourceLocation
    /// The place of each name.
    package var places: [SourceLocation]
  }

  /// A condition that must hold after the migration.
  public struct Expectation: Hashable, Sendable {
    /// The kinds of expectations.
    public enum Kind: Hashable, Sendable {
      /// A number of objects, or the result of a query.
      case check(MigrationDeclaration.Check)
      /// An object, which now belongs to that entity, has these values and links.
      case row(name: String, entity: String, has: Content)
      /// An object is not migrated. The entity is the one that the object would have, nil if the entity was
      /// removed.
      case gone(name: String, entity: String?)
    }

    /// The condition.
    public var kind: Kind
    /// The place in the file.
    public var location: SourceLocation
  }

  /// The failure that the migration must have.
  public struct ExpectedFailure: Hashable, Sendable {
    /// The code of one of the problems: `failed-check`.
    public var code: String
    /// The texts that the problem must mention.
    public var mentions: [String]
    /// The place in the file.
    public var location: SourceLocation

    init(_ code: String, mentions: [String], at location: SourceLocation) {
      (self.code, self.mentions, self.location) = (code, mentions, location)
    }
  }

  /// The name, unique in its file.
  public var name: String
  /// The old version; nil for the version of the fixture.
  public var source: Version?
  /// The content of the store before the migration.
  public var start: Start
  /// The new version.
  public var target: Version
  /// The allowed losses: `drop-attribute:Book.pages`.
  public var allowedLosses: [String]
  /// The conditions after the migration.
  public var expectations: [Expectation]
  /// The failure that the migration must have; nil if it must succeed.
  public var failure: ExpectedFailure?
  /// The place where the case begins.
  public var location: SourceLocation
}
