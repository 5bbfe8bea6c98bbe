internal import StoreLayout

/// The rows that a step rewrites.
struct StepRows: Hashable, Sendable {
  /// A part of a table's rows.
  struct Part: Hashable, Sendable {
    var table: String
    var count: String
  }

  /// The source tables whose rows are all written.
  var tables: Set<String> = []
  /// Parts of other tables' rows that are also written.
  var parts: [Part] = []

  func count(
    _ rowCount: (String) throws -> Int64, _ partCount: (String) throws -> Int64?
  ) throws -> Int64 {
    var sum = try tables.reduce(0) { try $0 + rowCount($1) }
    for part in parts {
      sum += try partCount(part.count) ?? rowCount(part.table)
    }
    return sum
  }
}

extension StoreScript {
  /// The same script, with the number of rows that each step writes.
  ///
  /// The row count is requested by the names of the source tables. If only some rows of a table are written,
  /// a query over these tables counts them, where possible.
  ///
  /// - Throws: the errors of the two closures.
  public func estimating(
    _ rowCount: (String) throws -> Int64, _ partCount: (String) throws -> Int64? = { _ in nil }
  ) throws -> StoreScript {
    var script = self
    for position in steps.indices {
      script.steps[position].estimatedRows = try steps[position].rows.count(rowCount, partCount)
    }
    return script
  }

  /// The same script, marked as depending on an earlier stage for the number of rows.
  package var dependingOnEarlierStage: StoreScript {
    var script = self
    for position in steps.indices where [.rebuild, .create].contains(steps[position].way) {
      script.steps[position].dependsOnEarlierStage = true
    }
    return script
  }

  /// The tables whose rows are rewritten, by their old names.
  ///
  /// Everything built on them, such as indexes, is created again from these rows.
  package var rewrittenTables: Set<String> {
    steps.map(\.rows).reduce(into: []) { $0.formUnion($1.tables.union($1.parts.map(\.table))) }
  }

  /// The number of rewritten rows, as far as they were counted.
  public var estimatedRows: Int64? {
    steps.reduce(0 as Int64?) { sum, step in
      sum.flatMap { sum in step.estimatedRows.map { sum + $0 } }
    }
  }
}
