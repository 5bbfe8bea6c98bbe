internal import Diagnostics
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML

/// The links between the rows of a case, collected from both ends.
struct RowLinks {
  /// A link in a join table, with its position at both ends.
  struct Pair: Hashable {
    var owner: Int
    var destination: Int
    var ownerPosition = 0
    var destinationPosition = 0
  }

  /// The target row of a to-one relationship, and the position in its list.
  struct Target: Hashable {
    var row: Int
    var position = 0
  }

  /// The links that are stored in columns, by row and relationship.
  private(set) var targets: [Int: [String: Target]] = [:]
  /// The links that are stored in join tables, by the primary end of their association.
  private(set) var pairs: [Association.End: [Pair]] = [:]
  private(set) var problems: [Diagnostic] = []
  private let rows: [MigrationCase.Row]
  private let schema: Schema
  private let ends: [Association.End: (association: Association, isPrimary: Bool)]

  init(_ rows: [MigrationCase.Row], in layout: StoreLayout) {
    self.rows = rows
    schema = layout.schema
    var ends: [Association.End: (Association, Bool)] = [:]
    for association in layout.associations {
      if let inverse = association.inverse { ends[inverse] = (association, false) }
      ends[association.primary] = (association, true)
    }
    self.ends = ends.mapValues { (association: $0.0, isPrimary: $0.1) }
    let positions = Dictionary(
      rows.enumerated().compactMap { position, row in row.name.map { ($0, position) } }
    ) { first, _ in first }
    for (position, row) in rows.enumerated() {
      for links in row.content.links {
        add(links, of: row, at: position, positions)
      }
    }
  }

  private mutating func add(
    _ links: MigrationCase.Links, of row: MigrationCase.Row, at position: Int,
    _ positions: [String: Int]
  ) {
    guard
      let (owner, relationship) = schema.relationship(named: links.relationship, of: row.entity),
      let (association, isPrimary) = ends[.init(entity: owner, relationship: relationship)]
    else { return }
    for (number, other) in links.rows.compactMap({ positions[$0] }).enumerated() {
      switch association.kind {
      case .toOne where isPrimary:
        set(links, position, association, Target(row: other))
      case .toOne:
        set(links, other, association, Target(row: position, position: number))
      case .manyToMany:
        add(position, other, number, isPrimary: isPrimary, association)
      }
    }
  }

  private mutating func set(
    _ links: MigrationCase.Links, _ position: Int, _ association: Association, _ target: Target
  ) {
    let name = association.primary.relationship.name
    let known = targets[position]?[name]
    if let known, known.row != target.row { report(position, name, links) }
    if association.isExclusive, let inverse = association.inverse?.relationship.name,
      targets.contains(where: { $0.key != position && $0.value[name]?.row == target.row })
    {
      report(target.row, inverse, links)
    }
    targets[position, default: [:]][name] = Target(
      row: target.row, position: max(known?.position ?? 0, target.position))
  }

  private mutating func report(
    _ position: Int, _ relationship: String, _ links: MigrationCase.Links
  ) {
    let row = rows[position].name ?? rows[position].entity
    let problem = RowProblem.contradiction(row: row, relationship: relationship)
    problems.append(problem.diagnostic(at: links.location))
  }

  private mutating func add(
    _ position: Int, _ other: Int, _ number: Int, isPrimary: Bool, _ association: Association
  ) {
    var pair =
      isPrimary
      ? Pair(owner: position, destination: other, ownerPosition: number)
      : Pair(owner: other, destination: position, destinationPosition: number)
    var known = pairs[association.primary] ?? []
    if let index = known.firstIndex(where: {
      $0.owner == pair.owner && $0.destination == pair.destination
    }) {
      pair.ownerPosition = max(pair.ownerPosition, known[index].ownerPosition)
      pair.destinationPosition = max(pair.destinationPosition, known[index].destinationPosition)
      known[index] = pair
    } else {
      known.append(pair)
    }
    // A relationship that is its own inverse has the link in both directions.
    if association.inverse == association.primary, position != other,
      !known.contains(where: { $0.owner == other && $0.destination == position })
    {
      known.append(Pair(owner: other, destination: position))
    }
    pairs[association.primary] = known
  }
}
