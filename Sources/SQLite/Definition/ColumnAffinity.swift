/// What a column makes of values by its declared type
/// (https://www.sqlite.org/datatype3.html#determination_of_column_affinity).
package enum ColumnAffinity: Hashable {
  case integer, text, blob, real, numeric

  /// That of a declared type, which may be empty.
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
  /// A value as such a column holds it, as SQL.
  ///
  /// ```swift
  /// ColumnAffinity.real.held("x")
  /// // CASE WHEN x = CAST(x AS NUMERIC) THEN CAST(x AS REAL) WHEN x IS NOT NULL THEN x END
  /// ```
  /// A text counts as a number where the comparison makes one of it, as the column would
  /// (https://www.sqlite.org/datatype3.html#type_conversions_prior_to_comparison). What the column
  /// cannot make into its own kind stays what it is; a STRICT table refuses it
  /// (https://www.sqlite.org/stricttables.html), and then something else stands for it.
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
  /// A value as such a column holds it where that is the same number, as SQL; any other as it is.
  ///
  /// ```swift
  /// ColumnAffinity.real.heldNumber("x")
  /// // CASE WHEN typeof(x) = 'integer' AND x = CAST(x AS REAL) THEN CAST(x AS REAL) ELSE x END
  /// ```
  /// SQLite compares whole numbers with REAL ones exactly. A REAL number becomes a whole one where
  /// that lies between the smallest and the largest
  /// (https://www.sqlite.org/datatype3.html#type_affinity).
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
  /// A value that is compared as one of such a column is, as SQL, and is otherwise left alone.
  ///
  /// ```swift
  /// ColumnAffinity.integer.typed("x + 1")
  /// // (SELECT x + 1 UNION ALL SELECT CAST(NULL AS INTEGER) WHERE 0)
  /// ```
  /// An expression has no affinity, so that `7 = '7'` does not hold where it would of a column; `CAST`
  /// gives one, and changes what is of another kind. A query that stands for a value has that of its
  /// result, which for several that are put together is the last one's
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
