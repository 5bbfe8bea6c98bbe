internal import SchemaModel

/// The type of values that a column's declared type implies (https://www.sqlite.org/datatype3.html).
enum ColumnType {
  /// The type of values, if the declared type determines it.
  static func certain(_ declared: String) -> AttributeType? {
    let type = declared.uppercased()
    if type.hasPrefix("BOOL") { return .bool }
    if type.contains("INT") { return .int64 }
    if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return .string }
    if type.contains("BLOB") { return .data }
    if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) { return .double }
    return nil
  }

  /// The type of values by their storage classes, in SQLite's names.
  ///
  /// The declared type decides if there are no values, and whether numbers are exact.
  static func probable(_ declared: String, holding classes: Set<String>) -> AttributeType {
    let type = declared.uppercased()
    let isExact = ["DEC", "NUM", "MONEY"].contains(where: type.contains)
    if classes.isEmpty { return type.isEmpty ? .data : isExact ? .decimal : .string }
    if classes == ["blob"] { return .data }
    guard classes.isSubset(of: ["integer", "real"]) else { return .string }
    return isExact ? .decimal : classes == ["integer"] ? .int64 : .double
  }
}
