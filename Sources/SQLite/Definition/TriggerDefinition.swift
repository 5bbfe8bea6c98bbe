/// A trigger on a table.
public struct TriggerDefinition: Hashable, Sendable {
  /// The trigger's name.
  public var name: String
  /// The table or view of the trigger.
  public var table: String
  /// The event that fires it, as SQL: `AFTER DELETE`, `BEFORE UPDATE OF "title"`.
  public var event: String
  /// The SQL condition for firing; nil for always.
  public var condition: String?
  /// The SQL statements that it runs, each ended by a semicolon.
  public var body: String

  /// A trigger from its parts.
  public init(
    _ name: String, on table: String, _ event: String, when condition: String? = nil, body: String
  ) {
    self.name = name
    self.table = table
    self.event = event
    self.condition = condition
    self.body = body
  }
}
