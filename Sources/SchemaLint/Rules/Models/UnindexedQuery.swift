internal import SchemaModel

/// Flags a declared query that reads a whole table, or sorts its result, because no index helps.
///
/// ## Why
///
/// Without an index over the filtered properties, the query looks at every object. Without an index
/// over the sorted properties, it reads all objects before it can show the first. A developer does
/// not notice either with test data, but a user with ten years of data does.
///
/// The rule needs query plans. It creates the newest version as an empty store, and asks SQLite how
/// it would run each query (`EXPLAIN QUERY PLAN`). Where SQLite is not available, nothing is
/// reported. Older versions are not checked, as nobody will optimise them.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Task:
///     attributes: {dueDate: date?}
/// queries:
///   dueTasks: {from: Task, where: "dueDate < ?", order: dueDate}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Task:
///     attributes: {dueDate: date?}
///     indexes: [[dueDate]]
/// queries:
///   dueTasks: {from: Task, where: "dueDate < ?", order: dueDate}
/// ```
///
/// ## When it is safe
///
/// Where the table stays small, or where no index can serve the condition, such as a search in the
/// middle of a text. An index alone changes no version hash, so the platform adds it to existing
/// stores only together with another change.
///
/// ## References
///
/// - https://www.sqlite.org/eqp.html
/// - https://www.sqlite.org/queryplanner.html
public struct UnindexedQuery: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "unindexed-query"

  /// A rule without state.
  public init() {}

  /// Whether query plans are available.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.context.queryPlans != nil }

  /// A finding for every query of the newest version whose plan has a scan or a sort.
  public func findings(in chain: VersionChain) -> [Finding] {
    guard let document = chain.newest, let plans = chain.context.queryPlans else { return [] }
    return document.schema.queries.compactMap { query in
      let plan = plans.plan(of: query, in: document.schema) ?? []
      let costs = Self.costs(of: query, by: plan)
      guard let message = costs.first else { return nil }
      let index = ServingIndex(for: query, in: document.schema, asking: plans) {
        Self.costs(of: query, by: $0).isEmpty
      }
      return Finding(
        Self.id, message, at: .part(SchemaPath(["queries", query.name])),
        notes: [.init(index.map { .addServing($0, query) } ?? .addIndex(query))]
          + costs.dropFirst().map { .init($0) } + plan.map { .init(.planLine($0)) },
        fix: index.map {
          Fix(
            .safe,
            [.append(value: $0.notation, to: .entity(query.entity).appending("indexes"))])
        })
    }
  }

  /// The objections to a query's plan.
  private static func costs(of query: Query, by plan: [String]) -> [Finding.Message] {
    [
      query.filter != nil && plan.contains(where: isScan) ? .readsAll(query) : nil,
      query.order != nil && plan.contains(where: isSort) ? .sorts(query) : nil,
    ].compactMap(\.self)
  }

  /// Whether a line of a plan reads a table from its first row to its last.
  ///
  /// A table that is read along an index is at least read in order. The filter shows whether that
  /// suffices: a filter that could use an index makes a `SEARCH` of it.
  private static func isScan(_ line: String) -> Bool { line.hasPrefix("SCAN ") }

  private static func isSort(_ line: String) -> Bool {
    line.hasPrefix("USE TEMP B-TREE FOR ") && line.hasSuffix("ORDER BY")
  }
}

extension Finding.Message {
  fileprivate static func readsAll(_ query: Query) -> Self {
    Self(
      "the query '\(query.name)' looks at every '\(query.entity)', as no index serves its filter")
  }

  fileprivate static func sorts(_ query: Query) -> Self {
    Self("the query '\(query.name)' sorts all that it finds, as no index has that order")
  }

  fileprivate static func planLine(_ line: String) -> Self { Self("SQLite's plan: \(line)") }

  fileprivate static func addServing(_ index: ServingIndex, _ query: Query) -> Self {
    Self("add '\(index.notation)' under 'indexes' of '\(query.entity)', which SQLite then uses")
  }

  fileprivate static func addIndex(_ query: Query) -> Self {
    let terms = [query.filter.map { "what '\($0)' compares" }, query.order.map { "'\($0)'" }]
    return Self(
      "add an index to '\(query.entity)' over \(terms.compactMap { $0 }.joined(separator: ", then "))"
    )
  }
}
