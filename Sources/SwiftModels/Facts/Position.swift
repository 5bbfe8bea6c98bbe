/// A place in a source file, as an editor counts it, without the name of the file.
struct Position: Hashable, Sendable {
  /// The line, from 1.
  var line: Int32
  /// The column in Unicode scalars, from 1.
  var column: Int32
}

extension Position: Comparable {
  /// Orders by line, then column.
  static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
