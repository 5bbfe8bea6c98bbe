internal import Diagnostics
public import SchemaModel

/// Flags delete rules `cascade` that lead back to where they began.
///
/// ## Why
///
/// A cascade goes from a whole to its parts. Where it also goes from a part to its whole, deleting
/// one note deletes its book, and with the book every other note: the deletion spreads over all
/// that is linked, in whatever direction. The same happens round a circle of several entities.
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
/// In a tree of one entity (`children` with `cascade`, `parent` with `nullify`), which is not
/// flagged. In a tree of several entities, folders that hold boxes that hold folders, whose
/// objects never form a circle: except those with a comment that says so. With `platform: none` it
/// is a warning.
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
        // Where the database is the app's own, its foreign keys say so already.
        atMost: schema.hasPlatform ? nil : .warning)
    }
  }
}

extension Schema {
  /// Whether the inverse of a relationship, or the relationship itself as its own, cascades too.
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
