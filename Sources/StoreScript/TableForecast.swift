internal import SQLite

/// What one table will hold once a script has run, as a query of what is there before.
package struct TableForecast: Hashable, Sendable {
  /// The table, by its name afterwards.
  package var table: String
  /// A query for its rows, with a column for each of its own, over the tables of before.
  package var query: String
  /// Where the values come from that are computed for rows that are written anew.
  package var fillings: [RowFilling]
  /// The columns that lead to other objects and whose values are computed.
  ///
  /// Who looks for what leads to an object would have to compute them all, each time.
  package var computedLinks: [String]
  /// The column of the query that gives the number of a row, which the table itself does not have as
  /// one of its own; nil where the query gives none.
  package var rowID: String?
}

extension ScriptBuilder {
  /// What each table will hold that something happens to.
  ///
  /// Not those that were there before any model.
  var forecasts: [TableForecast] {
    plansBefore.filter { !leavesUntouched($0) }.map { plan in
      TableForecast(
        table: plan.target.name, query: plan.query,
        fillings: plan.isInPlace ? [] : plan.groups.compactMap(\.filling),
        computedLinks: plan.computedLinks)
    }
  }
}

extension ScriptBuilder {
  /// The same of tables that were there before any model.
  var existingForecasts: [TableForecast] {
    (existing?.plans ?? []).compactMap { plan in
      plan.forecast.map {
        TableForecast(
          table: plan.table, query: $0, fillings: [plan.futureFilling].compactMap(\.self),
          computedLinks: [], rowID: plan.forecastRowID)
      }
    }
  }
}

extension TablePlan {
  fileprivate var query: String {
    guard groups.isEmpty else {
      return groups.map { $0.query(for: target) }.joined(separator: " UNION ALL ")
    }
    let columns = target.columns.map { "NULL AS \($0.name.quotedName)" }
    return "SELECT \(columns.joined(separator: ", ")) WHERE 0"
  }

  fileprivate var computedLinks: [String] {
    let links = Set(target.foreignKeys.flatMap(\.columns))
    // Where links come out of a query, that is a sum of several.
    let areSummedUp = members.contains { $0.entities == nil && $0.isQueried }
    return target.columns.map(\.name).filter { name in
      links.contains(name) && (areSummedUp || groups.contains { $0.computes(name) })
    }
  }
}

extension FillGroup {
  /// A query for the rows, with the columns of the table that they become part of.
  ///
  /// What is no column is given as the table will hold it, and compared as it is there: a STRICT one
  /// makes a number of the text of one, and refuses what CAST would lose
  /// (https://www.sqlite.org/stricttables.html).
  fileprivate func query(for table: TableDefinition) -> String {
    let values = columns.map { name, value in
      let type = table.column(named: name)?.type
      let isHeldAsGiven = value.isCopied || type == "ANY" || type == "BLOB"
      let sql = isHeldAsGiven ? value.sql : type.map { "CAST(\(value.sql) AS \($0))" }
      return "\(sql ?? value.sql) AS \(name.quotedName)"
    }
    return "SELECT \(values.joined(separator: ", ")) FROM \(relation)"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  fileprivate func computes(_ column: String) -> Bool {
    columns.contains { $0.name == column && $0.value.kind == .computed && !$0.value.isCopied }
  }
}
