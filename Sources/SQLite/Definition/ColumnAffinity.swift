/// The conversion of values by a column's declared type
/// (https://www.sqlite.org/datatype3.html#determination_of_column_affinity).
package enum ColumnAffinity: Hashable {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type, which may be empty.
  package init(_ declared: String) {
    let type = declared.uppercased()
    if type.contains("INT") {
      self = .integer
    } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("BLOB") {
      self = .blob
    } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
      self = .real
    } else {
      self = .numeric
    }
  }
}

extension ColumnAffinity {
  /// The SQL for a value as such a column holds it.
  ///
  /// ```swift
  /// ColumnAffinity.real.held("x")
  /// // CASE WHEN x = CAST(x AS NUMERIC) THEN CAST(x AS REAL) WHEN x IS NOT NULL THEN x END
  /// ```
  /// A text counts as a number if the comparison converts it, as the column would
  /// (https://www.sqlite.org/datatype3.html#type_conversions_prior_to_comparison). A value that the column
  /// cannot convert stays as it is; a STRICT table refuses it (https://www.sqlite.org/stricttables.html), and
  /// then the given replacement is used.
  package func held(_ value: String, inStrictTableOr refusal: String? = nil) -> String {
    let (integer, number) = ("CAST(\(value) AS INTEGER)", "CAST(\(value) AS NUMERIC)")
    let rest = "WHEN \(value) IS NOT NULL THEN \(refusal ?? value) END"
    switch self {
    case .integer where refusal != nil:
      return "CASE WHEN \(value) = \(integer) THEN \(integer) "
        + "WHEN \(value) = \(number) AND \(number) = CAST(\(number) AS INTEGER) "
        + "THEN CAST(\(number) AS INTEGER) \(rest)"
    case .integer, .numeric:
      return "CASE WHEN \(value) = \(integer) THEN \(integer) "
        + "WHEN \(value) = \(number) THEN \(number) \(rest)"
    case .real: return "CASE WHEN \(value) = \(number) THEN CAST(\(value) AS REAL) \(rest)"
    case .text:
      return "CASE WHEN typeof(\(value)) <> 'blob' THEN CAST(\(value) AS TEXT) \(rest)"
    case .blob:
      return refusal == nil
        ? value : "CASE WHEN typeof(\(value)) = 'blob' THEN \(value) \(rest)"
    }
  }
}

extension ColumnAffinity {
  /// The SQL for a value as such a column holds it, if that is the same number, and the value itself
  /// otherwise.
  ///
  /// ```swift
  /// ColumnAffinity.real.heldNumber("x")
  /// // CASE WHEN typeof(x) = 'integer' AND x = CAST(x AS REAL) THEN CAST(x AS REAL) ELSE x END
  /// ```
  /// SQLite compares whole numbers with REAL ones exactly. A REAL number becomes a whole one if that lies
  /// between the smallest and the largest (https://www.sqlite.org/datatype3.html#type_affinity).
  package func heldNumber(_ value: String) -> String {
    switch self {
    case .real:
      "CASE WHEN typeof(\(value)) = 'integer' AND \(value) = CAST(\(value) AS REAL) "
        + "THEN CAST(\(value) AS REAL) ELSE \(value) END"
    case .integer, .numeric:
      "CASE WHEN typeof(\(value)) = 'real' AND \(value) > -9223372036854775808.0 "
        + "AND \(value) = CAST(\(value) AS INTEGER) THEN CAST(\(value) AS INTEGER) "
        + "ELSE \(value) END"
    case .text, .blob: value
    }
  }
}

extension ColumnAffinity {
  /// The SQL for a value that is compared like a value of such a column, and is otherwise unchanged.
  ///
  /// ```swift
  /// ColumnAffinity.integer.typed("x + 1")
  /// // (SELECT x + 1 UNION ALL SELECT CAST(NULL AS INTEGER) WHERE 0)
  /// ```
  /// An expression has no affinity, so `7 = '7'` is false although it would be true for a column. `CAST`
  /// gives an affinity, but converts values of another kind. A query used as a value has the affinity of its
  /// result; of a compound query, it is the last part's
  /// (https://www.sqlite.org/datatype3.html#affinity_of_expressions).
  package func typed(_ value: String) -> String {
    let type: String? =
      switch self {
      case .integer: "INTEGER"
      case .numeric: "NUMERIC"
      case .real: "REAL"
      case .text: "TEXT"
      case .blob: nil
      }
    return type.map { "(SELECT \(value) UNION ALL SELECT CAST(NULL AS \($0)) WHERE 0)" }
      ?? "+\(value)"
  }
}
