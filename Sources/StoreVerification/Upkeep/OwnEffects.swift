/// What triggers and foreign keys of somebody's own did besides what a command means, step by step.
struct OwnEffects {
  /// The values that changed in rows that stay.
  private(set) var alterations: [TableAlteration] = []
  /// The tables that got another number of rows.
  private(set) var rows: [TableRowCount] = []

  /// Adds what one step did.
  mutating func add(_ changes: (alterations: [TableAlteration], rows: [TableRowCount])) {
    for alteration in changes.alterations {
      if let known = alterations.firstIndex(where: { $0.table == alteration.table }) {
        let new = alteration.columns.filter { !alterations[known].columns.contains($0) }
        alterations[known].columns += new
      } else {
        alterations.append(alteration)
      }
    }
    for count in changes.rows {
      if let known = rows.firstIndex(where: { $0.table == count.table }) {
        rows[known].after = count.after
      } else {
        rows.append(count)
      }
    }
  }
}
