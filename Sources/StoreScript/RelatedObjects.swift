internal import SQLText
internal import SQLite

/// The objects of a database that are related to a change of some of its tables.
///
/// These are the tables with the objects defined on them, every object that names one of the tables, and
/// everything that those objects need. With each statement SQLite reads the schema, so other objects would
/// only take time.
struct RelatedObjects {
  /// The objects related to the change, in order.
  private(set) var related: [SchemaObject] = []
  /// The other objects.
  private(set) var others: [SchemaObject] = []

  /// Divides the objects of a database, where all tables with these old or new names change.
  init(_ objects: [SchemaObject], of tables: Set<String>) {
    let names = objects.map { SQLTokens($0.sql).foldedNames }
    var changing = Set(tables.map(\.asciiLowercased))
    var isRelated = objects.map { changing.contains($0.table.asciiLowercased) }
    // A view of a changing table changes with it, and so do the objects that read that view.
    var isDone = false
    while !isDone {
      isDone = true
      for (position, object) in objects.enumerated()
      where !isRelated[position] && !names[position].isDisjoint(with: changing) {
        isRelated[position] = true
        guard object.id.kind == .view || object.isVirtual else { continue }
        changing.insert(object.id.name.asciiLowercased)
        isDone = false
      }
    }
    addNeeded(by: &isRelated, objects, names)
    for (object, isRelated) in zip(objects, isRelated) {
      if isRelated { related.append(object) } else { others.append(object) }
    }
  }

  /// Adds the tables that related objects name, with the objects defined on them.
  ///
  /// Tables that are named only by these added objects are not included.
  private func addNeeded(
    by isRelated: inout [Bool], _ objects: [SchemaObject], _ names: [Set<String>]
  ) {
    let places = Dictionary(
      grouping: objects.indices, by: { objects[$0].table.asciiLowercased })
    var next = objects.indices.filter { isRelated[$0] }
    while let position = next.popLast() {
      for place in names[position].flatMap({ places[$0] ?? [] }) where !isRelated[place] {
        isRelated[place] = true
        if objects[place].id.kind != .table { next.append(place) }
      }
    }
  }
}
