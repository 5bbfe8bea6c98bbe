/// A place in a text file, as an editor counts it.
public struct SourceLocation: Hashable, Sendable {
  /// The path of the file, as the user gave it or as it was found below the given path.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Creates a location from its parts.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: Comparable {
  /// Orders by file, in the order in which people number names, then line, then column.
  public static func < (left: Self, right: Self) -> Bool {
    left.file == right.file
      ? (left.line, left.column) < (right.line, right.column)
      : NaturalOrder.precedes(left.file, right.file)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// The form that editors and terminals turn into a link: `file:line:column`.
  public var description: String { "\(file):\(line):\(column)" }
}
