internal import Diagnostics
public import SQLite
internal import StoreLayout
public import SchemaLint
public import SchemaModel

/// A store whose data tells how much findings weigh; it is only read.
///
/// ```swift
/// let store = try LintStore(at: "library.store", of: schema)
/// store.count(of: .lacking(property: "isbn", entity: "Book")) // 3
/// ```
public final class LintStore: StoreFacts {
  /// The name of the model that the store is of.
  public var schema: String { layout.schema.name }
  /// The version that the store has.
  public var version: Version { layout.schema.version }
  /// The name that a person knows it by.
  public let name: String
  /// Whether it stands for the stores in the field, and is none of them.
  public let isSample: Bool
  /// What SQLite said when the store itself kept a question from being answered, the first time.
  public private(set) var failure: String?
  private let layout: StoreLayout
  private let connection: Connection
  /// Whether it lacks objects or values of the store that it was made of, so that none proves nothing.
  private let isPartial: Bool
  /// What has to last as long as the store.
  private let basis: AnyObject?

  /// Opens a store that holds objects of a schema.
  ///
  /// One that is at a path for a while only is called by another name, and holds on to what keeps
  /// the file there.
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

  /// How many objects meet a condition; nil where the store cannot tell.
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

  /// A few of the values, or of the objects' identities, in a fixed order.
  public func samples(of condition: StoreCondition, limit: Int) -> [String] {
    if case .unconvertible(let property, let entity, let type) = condition {
      return unconvertible(property, of: entity, to: type)?.examples(limit) ?? []
    }
    // Without samples the number, which was asked before, is all there is to tell.
    guard let query = ObjectQuery(of: condition, in: layout)?.samples(limit) else { return [] }
    let rows = answer { () throws(SQLiteError) -> [[SQLValue]] in try connection.rows(query) }
    return (rows ?? []).map { $0.map(\.sample).joined(separator: ", ") }
  }

  /// What SQLite answers; nil where it cannot.
  ///
  /// That a condition is none that SQL can ask tells nothing either way. Any other failure is the
  /// store's, and remembered.
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

  /// The most different values that are remembered.
  private static let memory = 1000

  /// The values of a property that have no exact equal of a type; nil where that cannot be known.
  private func unconvertible(
    _ property: String, of entity: String, to type: AttributeType
  ) -> Misfits? {
    // A store that cannot be read to its end proves nothing, so that the finding stands.
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
  /// The value as SQL writes it, cut where it is long.
  fileprivate var sample: String {
    let text = literal
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }
}
