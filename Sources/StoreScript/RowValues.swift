internal import SQLText

/// The values of a row by the names of its properties or columns, in a list.
///
/// Names are asked for in the order in which they were set, so a value is mostly found without a search.
struct RowValues {
  private var names: [String] = []
  private var values: [RowValue] = []

  /// No values, with room for a number of them.
  init(room: Int = 0) {
    names.reserveCapacity(room)
    values.reserveCapacity(room)
  }

  /// The value of a name; a value that is set may be new.
  subscript(name: String) -> RowValue? {
    get { value(of: name) }
    set {
      guard let newValue else { return }
      if let place = names.firstIndex(of: name) {
        values[place] = newValue
      } else {
        append(newValue, of: name)
      }
    }
  }

  /// The value of a name, which is probably at a place in the list.
  func value(of name: String, near place: Int = 0) -> RowValue? {
    names.place(of: name, near: place).map { values[$0] }
  }

  /// Adds the value of a new name.
  mutating func append(_ value: RowValue, of name: String) {
    names.append(name)
    values.append(value)
  }
}
