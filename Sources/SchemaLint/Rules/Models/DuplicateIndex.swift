public import SchemaModel

/// Flags an index that another index or a unique key of the same entity makes superfluous.
///
/// ## Why
///
/// An index over `(author, title)` also serves queries by `author` alone, and a unique key is an
/// index. The shorter index makes no query faster, takes space in the file, and slows every
/// insertion.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes: {author: string, title: string}
///     indexes: [[author], [author, title]]
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     attributes: {author: string, title: string}
///     indexes: [[author, title]]
/// ```
///
/// ## When it is safe
///
/// Always: a superfluous index costs time and space, and does no other harm. A narrow index can be
/// worth keeping next to a very wide index, where many queries read only the pages of the narrow
/// one.
///
/// ## References
///
/// - https://www.sqlite.org/queryplanner.html
public struct DuplicateIndex: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "duplicate-index"

  /// A rule without state.
  public init() {}

  /// A finding for every index that is the beginning of another index or of a unique key.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.entities.flatMap { entity in
      entity.indexes.enumerated().compactMap { position, index in
        finding(index, at: position, of: entity)
      }
    }
  }

  private func finding(_ index: Index, at position: Int, of entity: Entity) -> Finding? {
    let path = SchemaPath.entity(entity.name).appending("indexes")
    let place = Finding.Place.part(path.appending("\(position)"))
    // The removed index is identified by its elements, as positions change with every edit. An
    // index with a name has no fix, as SQL of the app may use the name.
    let fix =
      index.name == nil ? Fix(.unsafe, [.remove(value: index.list, from: path)]) : nil
    if let key = entity.uniquenessConstraints.first(where: { index.isServed(byKey: $0) }) {
      return Finding(
        Self.id, .keyServes(index, "[\(key.joined(separator: ", "))]"), at: place, fix: fix)
    }
    for (other, wider) in entity.indexes.enumerated()
    where other != position && index.isServed(by: wider) {
      // Of two that serve each other, one with a name stays, or else the first.
      if wider.isServed(by: index),
        (wider.name == nil && index.name != nil)
          || ((wider.name == nil) == (index.name == nil) && position < other)
      {
        continue
      }
      return Finding(
        Self.id, .indexServes(index, wider), at: place,
        notes: [.init(.widerIsHere, at: .part(path.appending("\(other)")))], fix: fix)
    }
    return nil
  }
}

extension Index {
  /// The index with its own name: `[author, -title]`, or `[author] named 'byAuthor'`.
  fileprivate var wording: String { list + (name.map { " named '\($0)'" } ?? "") }

  /// Whether another index, read forwards or backwards, begins with this one.
  fileprivate func isServed(by other: Index) -> Bool {
    let start = other.elements.prefix(elements.count)
    guard start.map(\.property) == elements.map(\.property) else { return false }
    let agreements = zip(start, elements).map { $0.isAscending == $1.isAscending }
    return Set(agreements).count <= 1
  }

  /// Whether the index that keeps a key unique begins with this one.
  fileprivate func isServed(byKey key: [String]) -> Bool {
    isServed(by: Index(key.map { Index.Element($0) }))
  }
}

extension Finding.Message {
  fileprivate static func indexServes(_ index: Index, _ wider: Index) -> Self {
    Self("the index \(index.wording) is superfluous next to \(wider.wording)")
  }

  fileprivate static func keyServes(_ index: Index, _ key: String) -> Self {
    Self("the index \(index.wording) is superfluous next to the unique key \(key)")
  }

  fileprivate static var widerIsHere: Self { Self("the one that serves its queries is here") }
}
