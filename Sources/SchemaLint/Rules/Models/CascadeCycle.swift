internal import Diagnostics
public import SchemaModel

/// Flags `cascade` delete rules that form a circle.
///
/// ## Why
///
/// A cascade leads from a whole to its parts. Where a part also cascades to its whole, deleting one
/// note deletes its book, and with the book every other note. The deletion spreads over all linked
/// objects, in every direction. The same happens in a circle of several entities.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: cascade}
///   Note:
///     relationships:
///       book: {toOne: Book?, inverse: notes, delete: cascade}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     relationships:
///       notes: {toMany: Note, inverse: book, delete: cascade}
///   Note:
///     relationships:
///       book: {toOne: Book?, inverse: notes, delete: nullify}
/// ```
///
/// ## When it is safe
///
/// A tree of one entity (`children` with `cascade`, `parent` with `nullify`) is not flagged.
///
/// A tree of several entities is safe where its objects never form a circle: folders that hold
/// boxes that hold folders, for example. Write an exception for such a tree, with this reason. With
/// `platform: none` the finding is a warning.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/nsdeleterule/cascadedeleterule
public struct CascadeCycle: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "cascade-cycle"

  /// A rule without state.
  public init() {}

  /// A finding for every circle, at its first relationship.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let schema = document.schema
    let cascades = schema.relationshipEnds.filter { $0.relationship.deleteRule == .cascade }
    let byEntity = Dictionary(grouping: cascades, by: \.entity)
    let graph = DirectedGraph(nodes: schema.entities.map(\.name)) { name in
      byEntity[name]?.map(\.relationship.destination) ?? []
    }
    return graph.circles.compactMap { circle in
      let members = Set(circle)
      var round = circle.flatMap { byEntity[$0] ?? [] }.filter {
        members.contains($0.relationship.destination)
      }
      if circle.count == 1 { round = round.filter { schema.cascadesBothWays($0) } }
      guard let first = round.first else { return nil }
      return Finding(
        Self.id, .goesRound(round), at: .part(first.path.appending("delete")),
        notes: round.dropFirst().map {
          .init(.andHere($0), at: .part($0.path.appending("delete")))
        } + [.init(.nullifyTheWayBack)],
        // Where the app owns the database, its foreign keys already declare the same.
        atMost: schema.hasPlatform ? nil : .warning)
    }
  }
}

extension Schema {
  /// Whether the inverse of a relationship cascades, too, or the relationship is its own inverse.
  fileprivate func cascadesBothWays(_ end: Association.End) -> Bool {
    inverse(of: end)?.relationship.deleteRule == .cascade
  }
}

extension Finding.Message {
  fileprivate static func goesRound(_ round: [Association.End]) -> Self {
    let names = round.map { "'\($0)'" }.joined(separator: ", ")
    return Self(
      "\(names) \(round.count == 1 ? "cascades" : "cascade") in a circle: deleting one "
        + "'\(round[0].entity)' deletes all objects that are linked to it, back and forth")
  }

  fileprivate static func andHere(_ end: Association.End) -> Self {
    Self("'\(end)' cascades on from here")
  }

  fileprivate static var nullifyTheWayBack: Self {
    Self("keep 'cascade' from the whole to its parts, and write 'delete: nullify' the other way")
  }
}
