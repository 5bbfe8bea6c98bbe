internal import Diagnostics
internal import JSON
internal import StoreVerification

/// What triggers and foreign keys of somebody's own do besides what a command means.
struct TriggerEffects {
  /// The tables that get another number of rows.
  let tables: [TableRowCount]
  /// The values that change in rows that stay.
  let alterations: [TableAlteration]

  /// One line each.
  func lines(isDone: Bool) -> [String] {
    tables.map {
      "\($0.table): \(Quantity.count($0.before, "row")) before, \($0.after) "
        + "\(isDone ? "now" : "afterwards"), by a trigger or foreign key of your own; their values were not compared"
    }
      + alterations.map { alteration in
        let columns = alteration.columns.map { "'\($0)'" }.joined(separator: ", ")
        return "\(alteration.table): values\(columns.isEmpty ? "" : " of \(columns)") "
          + "\(isDone ? "changed" : "change") in rows that stay, by a trigger or foreign key of your own"
      }
  }

  /// The members of a report.
  var members: [JSONValue.Member] {
    [
      .init(
        "otherTables",
        .list(tables) {
          [
            "table": .string($0.table), "before": .integer($0.before), "after": .integer($0.after),
          ]
        }),
      .init(
        "alterations",
        .list(alterations) {
          ["table": .string($0.table), "columns": .list($0.columns) { .string($0) }]
        }),
    ]
  }
}
