internal import Diagnostics
public import SQLite
internal import StoreLayout
public import SchemaLint
public import SchemaModel

/// A store whose data shows how severe findings are; it is only read.
///
/// ```swift
/// let store = try LintStore(at: "library.store", of: schema)
/// store.count(of: .lacking(property: "isbn", entity: "Book")) // 3
/// ```
public final class LintStore: StoreFacts {
  /// The name of the store's model.
  public var schema: String { layout.schema.name }
  /// The version of the store.
  public var version: Version { layout.schema.version }
  /// The name of the store in messages.
  public let name: String
  /// Whether the store is a sample that stands for the stores of users.
  public let isSample: Bool
  /// The first error of SQLite that is a failure of the store itself.
  public private(set) var failure: String?
  private let layout: StoreLayout
  private let connection: Connection
  /// Whether objects or values of the original store are missing here, so that a count of 0 proves nothing.
  private let isPartial: Bool
  /// An object that must live as long as the store.
  private let basis: AnyObject?

  /// Opens a store that holds objects of a schema.
  ///
  /// A store at a temporary path is given another name, and keeps the object alive that keeps the file in
  /// place.
  public init(
    at path: String, of schema: Schema, name: String? = nil, isSample: Bool = false,
    isPartial: Bool = false, keeping basis: AnyObject? = nil
  ) throws(StoreOpenError) {
    self.name = name ?? path
    self.isSample = isSample
    self.isPartial = isPartial
    self.basis = basis
    layout = StoreLayout(of: schema)
    connection = try StoreFile.open(path: path, for: .reading)
  }

  /// The number of objects that meet a condition; nil if the store cannot answer.
  public func count(of condition: StoreCondition) -> Int? {
    let found = found(of: condition)
    return isPartial && found == 0 ? nil : found
  }

  private func found(of condition: StoreCondition) -> Int? {
    if case .unconvertible(let property, let entity, let type) = condition {
      return unconvertible(property, of: entity, to: type)?.count
    }
    guard let query = ObjectQuery(of: condition, in: layout)?.count else { return nil }
    let number = answer { () throws(SQLiteError) -> Int64? in try connection.integer(query) }
    return number.flatMap { $0 }.flatMap { Int(exactly: $0) }
  }

  /// A few of the values, or of the identities of the objects, in a fixed order.
  public func samples(of condition: StoreCondition, limit: Int) -> [String] {
    if case .unconvertible(let property, let entity, let type) = condition {
      return unconvertible(property, of: entity, to: type)?.examples(limit) ?? []
    }
    // Without samples, only the number of objects can be reported, which was counted before.
    guard let query = ObjectQuery(of: condition, in: layout)?.samples(limit) else { return [] }
    let rows = answer { () throws(SQLiteError) -> [[SQLValue]] in try connection.rows(query) }
    return (rows ?? []).map { $0.map(\.sample).joined(separator: ", ") }
  }

  /// The answer of SQLite; nil if there is an error.
  ///
  /// If SQL cannot express the condition, nothing is known. Any other error is a failure of the store, and is
  /// remembered.
  private func answer<Answer>(_ ask: () throws(SQLiteError) -> Answer) -> Answer? {
    do throws(SQLiteError) {
      return try ask()
    } catch {
      if error.primaryCode != .error, failure == nil { failure = error.message }
      return nil
    }
  }
}

// MARK: - Values that do not fit

extension LintStore {
  /// The values that do not fit a type.
  private struct Misfits {
    var count = 0
    var values: Set<SQLValue> = []

    func examples(_ limit: Int) -> [String] {
      Array(values.map(\.sample).sorted().prefix(limit))
    }
  }

  /// The largest number of different values that are remembered.
  private static let memory = 1000

  /// The values of a property that cannot be converted to a type exactly; nil if that cannot be determined.
  private func unconvertible(
    _ property: String, of entity: String, to type: AttributeType
  ) -> Misfits? {
    // A store that cannot be read to its end proves nothing, so the finding is kept.
    guard let objects = ObjectQuery.objects(of: entity, in: layout),
      layout.column(of: property, in: entity) != nil
    else { return nil }
    let misfits = answer { () throws(SQLiteError) -> Misfits? in
      let statement = try connection.prepare(
        "SELECT \(name: property) FROM \(objects) WHERE \(name: property) IS NOT NULL")
      var misfits = Misfits()
      while try statement.step() {
        let value = statement.value(at: 0)
        guard let fits = value.isConvertible(to: type) else { return nil }
        if fits { continue }
        misfits.count += 1
        if misfits.values.count < Self.memory { misfits.values.insert(value) }
      }
      return misfits
    }
    return misfits.flatMap { $0 }
  }
}

extension SQLValue {
  /// The value in the syntax of SQL, shortened if it is long.
  fileprivate var sample: String {
    let text = literal
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }
}
