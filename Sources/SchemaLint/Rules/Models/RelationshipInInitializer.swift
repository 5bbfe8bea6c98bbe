public import SchemaModel

/// Flags an initializer that takes a relationship: objects are related before insertion.
///
/// ## Why
///
/// An initializer that takes another object and stores it sets a relationship before the new object
/// is inserted. Early releases of SwiftData lost such links, or crashed on saving. Whether a call
/// of the initializer is safe depends on the code before and after it, and callers cannot see that.
///
/// In Swift source a finding is about one class, and lists all such parameters of its initializers.
/// `insert-before-relate` reports the calls.
///
/// ## Example
///
/// ```swift
/// import SwiftData
///
/// @Model final class Work {
///   var title: String
///   @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
///   init(title: String) { self.title = title }
/// }
///
/// @Model final class Edition {
///   var isbn: String?
///   @Relationship(deleteRule: .nullify) var work: Work?
///   init(isbn: String? = nil, work: Work? = nil) {
///     self.isbn = isbn
///     self.work = work
///   }
/// }
/// ```
///
/// In a schema file, `initializer` lists what the initializer takes:
///
/// ```yaml
/// entities:
///   Work:
///     relationships:
///       editions: {toMany: Edition, inverse: work, delete: cascade}
///   Edition:
///     attributes:
///       isbn: string?
///     relationships:
///       work: {toOne: Work?, inverse: editions, delete: nullify}
///     initializer: [isbn, work]
/// ```
///
/// ## Use instead
///
/// Create both objects, insert both, and then relate them:
///
/// ```swift
/// import SwiftData
///
/// @Model final class Work {
///   var title: String
///   @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
///   init(title: String) { self.title = title }
/// }
///
/// @Model final class Edition {
///   var isbn: String?
///   @Relationship(deleteRule: .nullify) var work: Work?
///   init(isbn: String? = nil) { self.isbn = isbn }
/// }
///
/// func add(_ isbn: String, to work: Work, in context: ModelContext) {
///   let edition = Edition(isbn: isbn)
///   context.insert(edition)
///   edition.work = work
/// }
/// ```
///
/// In a schema file:
///
/// ```yaml
/// entities:
///   Work:
///     relationships:
///       editions: {toMany: Edition, inverse: work, delete: cascade}
///   Edition:
///     attributes:
///       isbn: string?
///     relationships:
///       work: {toOne: Work?, inverse: editions, delete: nullify}
///     initializer: [isbn]
/// ```
///
/// ## When it is safe
///
/// Where every object passed in is already inserted, and the new object is inserted before anything
/// else happens. Nothing enforces this order, and callers cannot see that they must follow it.
///
/// In Swift, a copy of a released model that only older versions list is not flagged.
///
/// ## References
///
/// - https://developer.apple.com/forums/thread/744506
/// - https://developer.apple.com/documentation/swiftdata/modelcontext/insert(_:)
public struct RelationshipInInitializer: ModelRule, SourceRule {
  /// The rule's name.
  public static let id: RuleID = "relationship-in-initializer"

  /// A rule without state.
  public init() {}

  /// A finding for every relationship that an initializer takes.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.entities.flatMap { entity in
      findings(in: entity, of: document.schema)
    }
  }

  private func findings(in entity: Entity, of schema: Schema) -> [Finding] {
    let path = SchemaPath.entity(entity.name).appending("initializer")
    return (entity.initializer ?? []).enumerated().compactMap { position, name in
      guard schema.relationship(named: name, of: entity.name) != nil else { return nil }
      return Finding(
        Self.id, .relatesBeforeInsertion(name, entity.name),
        at: .part(path.appending(String(position))),
        notes: [.init(.takeOut(name, entity.name))],
        fix: Fix(.unsafe, [.remove(value: name, from: path)]))
    }
  }
}

extension Finding.Message {
  fileprivate static func relatesBeforeInsertion(_ name: String, _ entity: String) -> Self {
    Self(
      "the initializer of '\(entity)' takes the relationship '\(name)', which relates the object "
        + "before it is inserted")
  }

  fileprivate static func takeOut(_ name: String, _ entity: String) -> Self {
    Self(
      "take '\(name)' out of the initializer; insert the '\(entity)' first and set '\(name)' "
        + "afterwards")
  }
}
