internal import Diagnostics
internal import SQLite
internal import StoreLayout
internal import StoreScript

/// Objects of one entity that a migration makes one, because the schema file says so.
public struct MergedObjects: Hashable, Sendable {
  /// The entity, by its name in the new version.
  public var entity: String
  /// The properties whose values tell that two objects are one.
  public var key: [String]
  /// How many go; nil where only the migration's own work would tell.
  public var count: Int64?
  /// How many stay in their place, one for each group.
  public var survivors: Int64?
  /// The values that some groups share, each as it reads.
  public var examples: [String]
  /// What goes with the objects, sorted by property.
  public var takenAlong: [TakenAlong]
  /// Which object goes into which, summed up; nil where only the migration's own work would tell.
  public var digest: String?

  /// Objects from their entity, their key and what is known of their number.
  public init(
    _ entity: String, by key: [String], count: Int64? = nil, survivors: Int64? = nil,
    examples: [String] = [], takenAlong: [TakenAlong] = [], digest: String? = nil
  ) {
    self.entity = entity
    self.key = key
    self.count = count
    self.survivors = survivors
    self.examples = examples
    self.takenAlong = takenAlong
    self.digest = digest
  }

  private var keyNames: String { key.map { "'\($0)'" }.joined(separator: ", ") }

  /// What the schema file says: `objects of 'Book' with the same 'isbn' are merged`.
  public var declaration: String { "objects of '\(entity)' with the same \(keyNames) are merged" }

  /// The sentence: `3 objects of 'Book' are merged into 2 with the same 'isbn', such as '0141'; with
  /// them go 2 values of 'Book.title'`.
  public var message: String {
    guard let count, let survivors else { return declaration }
    let verb = count == 1 ? "is" : "are"
    return "\(Quantity.count(count, "object")) of '\(entity)' \(verb) merged into \(survivors) "
      + "with the same \(keyNames)"
      + (examples.isEmpty ? "" : ", such as " + examples.joined(separator: "; "))
      + (takenAlong.isEmpty ? "" : "; with them go " + takenAlong.list)
  }
}

extension [TakenAlong] {
  fileprivate var list: String { map(\.phrase).joined(separator: ", ") }
}

extension MergedObjects {
  /// What is there to merge now; nil where there is nothing, or nobody can tell.
  init?(_ forecast: MergeForecast, on connection: Connection) throws(SQLiteError) {
    guard let count = forecast.count, let examples = forecast.examples, let pairs = forecast.pairs
    else { return nil }
    let numbers = try connection.rows(SQL(raw: count)).first ?? []
    guard case .integer(let survivors)? = numbers.first, case .integer(let gone)? = numbers.last,
      gone > 0
    else { return nil }
    let values = try connection.rows(SQL(raw: examples))
    self.init(
      forecast.entity, by: forecast.key, count: gone, survivors: survivors,
      examples: values.map { $0.map(\.excerpt).joined(separator: ", ") },
      takenAlong: try forecast.takenAlong.counted(on: connection),
      digest: try connection.checksum(of: SQL(raw: pairs)).description)
  }
}
