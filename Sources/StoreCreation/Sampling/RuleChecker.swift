internal import SQLite
internal import StoreLayout
internal import SchemaModel

/// Checks with SQLite whether a candidate satisfies the rules of its entity, before it is inserted.
struct RuleChecker: ~Copyable {
  private let entity: String
  private let rules: [ValidationRule]
  private var statement: Statement?

  /// A checker for values in the order of these properties.
  ///
  /// - Throws: ``StoreCreationError/brokenRule(rule:entity:reason:)``.
  init(
    _ entity: String, in schema: Schema, properties: [String], _ connection: Connection
  ) throws(StoreCreationError) {
    self.entity = entity
    rules = schema.lineage(of: entity).flatMap(\.rules)
    for rule in rules {
      do {
        _ = try connection.prepare(Self.query([rule], properties))
      } catch {
        throw .brokenRule(rule: rule.name, entity: entity, reason: error.message)
      }
    }
    do {
      statement = rules.isEmpty ? nil : try connection.prepare(Self.query(rules, properties))
    } catch {
      throw .brokenRule(rule: rules[0].name, entity: entity, reason: error.message)
    }
  }

  /// The first rule that a candidate breaks; nil if it breaks none.
  mutating func brokenRule(identity: Int64, _ values: [SQLValue]) throws(SQLiteError) -> String? {
    guard !rules.isEmpty else { return nil }
    statement?.reset()
    try statement?.bind([.integer(identity)] + values)
    guard try statement?.step() == true else { return nil }
    for (index, rule) in rules.enumerated() where statement?.value(at: index) == .integer(0) {
      return rule.name
    }
    return nil
  }

  /// A rule that gives NULL is satisfied, like a CHECK constraint.
  private static func query(_ rules: [ValidationRule], _ properties: [String]) -> SQL {
    let results = rules.map { "ifnull((\($0.check)), 1) <> 0" }.joined(separator: ", ")
    let names = [StoreLayout.identityColumn] + properties
    let candidate = names.map { "? AS \($0.quotedName)" }.joined(separator: ", ")
    return SQL(raw: "SELECT \(results) FROM (SELECT \(candidate))")
  }
}
