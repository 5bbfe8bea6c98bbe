public import SchemaModel
internal import SQLText

/// Flags objects that are related to others before both are inserted.
///
/// ## Why
///
/// Early releases of SwiftData lost links that were set before both objects were in a context, or
/// crashed on saving. An initializer that takes the other object sets a link, and so does an
/// assignment or an addition to a to-many. A function or setter that does one of these sets a link,
/// too.
///
/// In Swift source, the rule follows each object from its creation to its insertion: through
/// branches, loops, closures, and functions that the files declare, up to three calls deep. An
/// object in a tuple, in a case of an enumeration or in a property of another object is not
/// followed, and not reported. A finding is about one object, and lists all places at which that
/// object is related too soon.
///
/// | severity | where |
/// |---|---|
/// | error | both objects are new, and the owner of the property is inserted before the other object |
/// | error | nothing inserts the objects, and the function saves: they are not stored |
/// | error | the two objects go into two contexts |
/// | error | a `persistentModelID` is read before the save and kept in a model, encoded, or sent to another context or actor: it is only temporary |
/// | warning | anywhere else: the other object is in a context by then, or both are inserted in time |
/// | note | in tests and previews, and where the objects are only shown |
///
/// In `migrate.yml`, `insert-before-relate: error` turns the warnings into errors.
///
/// In schema files, the rule checks the same order in a migration. Entities are listed under `map`
/// in the order in which their objects come into the new version. An expression may look up objects
/// in an entity that is listed further down. Its relationship is then set before the other objects
/// are inserted, and a reader of the migration cannot know what the look-up finds.
///
/// The rule checks only expressions under `map` that give a relationship its value and mention the
/// relationship's destination by name. The expressions are not run. A look-up through a view or
/// under another name is not detected. A look-up in an entity without a map is not flagged, as the
/// objects of that entity are carried over first.
///
/// In the tests next to the schema files, a row that names another row must come after that row.
/// Its entity must come after the entity of the other row.
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
///
/// func add(_ isbn: String, to work: Work, in context: ModelContext) {
///   let edition = Edition(isbn: isbn, work: work)
///   context.insert(edition)
/// }
///
/// func addWork(_ title: String, in context: ModelContext) {
///   let work = Work(title: title)
///   let edition = Edition()
///   work.editions.append(edition)
///   context.insert(work)
///   context.insert(edition)
/// }
/// ```
///
/// In a schema file:
///
/// ```yaml
/// migration:
///   kind: custom
///   map:
///     Edition:
///       work: {using: "(SELECT _id FROM Work WHERE Work.title = workTitle)"}
///     Work:
///       title: {using: "trim(title)"}
/// ```
///
/// ## Use instead
///
/// Create both objects, insert both, and then relate them. The initializer takes no other object:
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
///
/// func addWork(_ title: String, in context: ModelContext) {
///   let work = Work(title: title)
///   let edition = Edition()
///   context.insert(work)
///   context.insert(edition)
///   work.editions.append(edition)
/// }
/// ```
///
/// In a schema file, the entity that is looked up comes first:
///
/// ```yaml
/// migration:
///   kind: custom
///   map:
///     Work:
///       title: {using: "trim(title)"}
///     Edition:
///       work: {using: "(SELECT _id FROM Work WHERE Work.title = workTitle)"}
/// ```
///
/// ## When it is safe
///
/// In Swift: where neither object is ever saved, or where one of them is already in a context and
/// the other is inserted before anything else happens.
///
/// In a migration: `apply` reads every expression from the rows of the previous version, and checks
/// foreign keys at the end. So the order does not change the result, and neither does its
/// correction.
///
/// ## References
///
/// - https://developer.apple.com/forums/thread/744506
/// - https://developer.apple.com/documentation/swiftdata/modelcontext/insert(_:)
/// - https://www.sqlite.org/foreignkeys.html#fk_deferred
public struct InsertBeforeRelate: ModelRule, ChainRule, SourceRule {
  /// The rule's name.
  public static let id: RuleID = "insert-before-relate"

  /// A rule without state.
  public init() {}

  /// A finding for every expression that looks objects up in an entity that is mapped later.
  public func findings(in document: SchemaDocument) -> [Finding] {
    guard let maps = document.migration?.maps else { return [] }
    let lookUps = maps.map { LookUp.all(in: $0, of: document.schema) }
    let positions = Dictionary(maps.enumerated().map { ($1.entity, $0) }) { first, _ in first }
    return lookUps.enumerated().flatMap { position, ownLookUps in
      ownLookUps.compactMap { lookUp in
        guard let later = positions[lookUp.destination], position < later else { return nil }
        let canMove = lookUps[later].allSatisfy {
          positions[$0.destination].map { $0 < position || $0 == later } ?? true
        }
        return finding(lookUp, canMove: canMove)
      }
    }
  }

  /// Whether there are tests of migrations.
  public func canJudge(_ chain: VersionChain) -> Bool { !chain.testRows.isEmpty }

  /// A finding for every row of a test that names a row which is inserted later.
  public func findings(in chain: VersionChain) -> [Finding] {
    chain.testRows.flatMap(\.earlyLinks).map { early in
      Finding(
        Self.id, .leadsToLater(early.link), at: .location(early.link.location),
        notes: [.init(.moveUp(early.link))],
        fix: early.edits.isEmpty ? nil : Fix(.safe, early.edits))
    }
  }

  private func finding(_ lookUp: LookUp, canMove: Bool) -> Finding {
    let (list, destination) = (SchemaPath(["migration", "map"]), lookUp.destination)
    return Finding(
      Self.id, .relatesTooEarly(lookUp), at: .part(list.appending(lookUp.entity, lookUp.property)),
      notes: [
        .init(
          canMove ? .moveUp(destination, above: lookUp.entity) : .noOrder(destination),
          at: .part(list.appending(destination)))
      ],
      fix: canMove
        ? Fix(.safe, [.move(key: destination, before: lookUp.entity, in: list)]) : nil)
  }
}

/// A relationship whose objects are looked up by name in the entity that it leads to.
private struct LookUp {
  var entity: String
  var property: String
  var destination: String

  /// The look-ups of an entity's map, sorted by property.
  static func all(in map: MigrationDeclaration.EntityMap, of schema: Schema) -> [LookUp] {
    map.properties.sorted { $0.key < $1.key }.compactMap { property, expression in
      guard let (_, relationship) = schema.relationship(named: property, of: map.entity),
        SQLTokens(expression).mentions(relationship.destination)
      else { return nil }
      return LookUp(
        entity: map.entity, property: property, destination: relationship.destination)
    }
  }
}

extension Finding.Message {
  fileprivate static func relatesTooEarly(_ lookUp: LookUp) -> Self {
    Self(
      "'\(lookUp.entity).\(lookUp.property)' is looked up in '\(lookUp.destination)', whose "
        + "objects come only after the objects of '\(lookUp.entity)'")
  }

  fileprivate static func leadsToLater(_ link: TestRows.Link) -> Self {
    Self("'\(link.relationship)' leads to '\(link.row)', which is inserted only later")
  }

  fileprivate static func moveUp(_ link: TestRows.Link) -> Self {
    Self("move '\(link.row)' above, or say the link from the other side")
  }

  fileprivate static func noOrder(_ destination: String) -> Self {
    Self(
      "'\(destination)' looks up objects that come later, too: give one of the links in the next "
        + "version")
  }

  fileprivate static func moveUp(_ destination: String, above entity: String) -> Self {
    Self("move '\(destination)' above '\(entity)' under 'map'")
  }
}
