internal import SQLText

/// The columns of an entity's properties, in the order in which they were placed.
struct PropertyColumns: Hashable, Sendable {
  private var properties: [String] = []
  private var columns: [String] = []

  /// No columns, with room for a number of them.
  init(room: Int = 0) {
    properties.reserveCapacity(room)
    columns.reserveCapacity(room)
  }

  /// The column of a property, which is probably at a place in the list.
  subscript(property: String, near place: Int = 0) -> String? {
    properties.place(of: property, near: place).map { columns[$0] }
  }

  /// Adds the column of a property, unless it has one already, which is replaced.
  mutating func place(_ property: String, as column: String) {
    if let place = properties.firstIndex(of: property) {
      columns[place] = column
    } else {
      properties.append(property)
      columns.append(column)
    }
  }
}
