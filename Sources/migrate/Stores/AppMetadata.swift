internal import Digests
internal import JSON
internal import SchemaExchange
internal import SchemaYAML
internal import SQLite
internal import StoreLayout
internal import StoreReading

/// The metadata of an app in a Core Data store, as a table of a copy in our own layout.
enum AppMetadata {
  /// The name of the table, which has a row for each key.
  static let table = "app_metadata"

  /// Writes the metadata of a store to its copy.
  static func copy(from store: PlatformStore, to copy: String) throws {
    let members = try CoreDataStore.appMetadata(of: store.connection, name: copy)
    let connection = try StoreFile.open(path: copy, for: .writing)
    try connection.execute(
      "CREATE TABLE \(name: table) (\"key\" TEXT PRIMARY KEY, \"value\" ANY) STRICT")
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      try connection.execute("INSERT INTO \(name: table) VALUES (\(key), \(value.stored))")
    }
  }
}

extension PropertyList {
  /// The value for a column; lists and dictionaries become JSON.
  fileprivate var stored: SQLValue {
    switch self {
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .integer(let number): .integer(number)
    case .uid(let number): .integer(Int64(number))
    case .real(let number): .real(number)
    case .date(let seconds): .text(Self.timestamp(seconds))
    case .data(let bytes): .blob(bytes)
    case .string(let text): .text(text)
    case .array, .dictionary: .text(JSONWriter.text(of: json))
    }
  }

  private static func timestamp(_ seconds: Double) -> String {
    ISODate.timestamp(seconds + CoreDataLayout.epoch)
  }

  private var json: JSONValue {
    switch self {
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .uid(let number): .integer(Int64(number))
    case .real(let number): .number(number)
    case .date(let seconds): .string(Self.timestamp(seconds))
    case .data(let bytes): .string(bytes.base64)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.json))
    case .dictionary(let members):
      .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.json) })
    }
  }
}
