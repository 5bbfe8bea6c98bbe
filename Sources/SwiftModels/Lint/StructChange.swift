internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

/// A change of a generic struct, with the other composites that change with it.
///
/// ```swift
/// struct Pair<T: Codable>: Codable { var low: T; var high: T } // 'Pair_Int', 'Pair_String'
/// ```
struct StructChange<Change> {
  /// The change of the first composite.
  var change: Change
  /// The composites that change with it.
  var others: [String] = []

  /// The changes in their order, one for all composites that are declared at the same place.
  static func all(
    of changes: [Change], _ schemaChange: (Change) -> SchemaChange,
    at place: (SchemaPath) -> Finding.Place
  ) -> [StructChange] {
    var result: [StructChange] = []
    var known: [Finding.Place: Int] = [:]
    for change in changes {
      guard case .changeComposite(let name, _, _) = schemaChange(change) else {
        result.append(StructChange(change: change))
        continue
      }
      let place = place(schemaChange(change).path)
      if let first = known[place] {
        result[first].others.append(name)
      } else {
        known[place] = result.count
        result.append(StructChange(change: change))
      }
    }
    return result
  }

  /// The note about the other composites; nil without any.
  var note: Finding.Note? {
    if others.isEmpty { return nil }
    let names = others.map { "'\($0)'" }.joined(separator: ", ")
    let uses =
      others.count == 1
      ? "is another use of this struct, and changes" : "are other uses of this struct, and change"
    return .init(Finding.Message("\(names) \(uses) with it"))
  }
}
