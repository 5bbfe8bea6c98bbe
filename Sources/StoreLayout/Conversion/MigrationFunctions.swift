public import SQLite
internal import SchemaModel

/// The SQL functions that the statements of a ``StoreScript`` call.
///
/// | function | gives |
/// |---|---|
/// | `migrate_convert(value, from, to, place, id)` | the value as the other type holds it, or fails |
/// | `migrate_convert_json(text, from, to, place, id)` | the same for a part of a composite |
/// | `migrate_convert_list(text, from, to, place, id)` | the same for each element of an array |
/// | `migrate_number(value, type, place, id)` | the value as a column of numbers, or of bytes, holds it |
/// | `migrate_text(value, type, place, id)` | the value as a column of texts holds it |
/// | `migrate_uuid(place, id)` | an identifier that depends on these and on the run's seed alone |
/// | `migrate_now()` | the instant at which the run began, the same everywhere |
/// | `migrate_store_file(value)` | the name of the file that now holds the bytes |
/// | `migrate_load_file(name)` | the bytes of that file |
/// | `migrate_refuse(value, reason, place, id)` | never anything: it fails |
public struct MigrationFunctions {
  /// The seed of fresh identifiers.
  public var seed: String
  /// The result of `now()`, in seconds since 1970-01-01 00:00 UTC.
  public var now: Double
  /// Stores bytes in a file next to the store, and returns the file's name.
  public var storeFile: ([UInt8]) throws -> String
  /// The bytes of a file next to the store.
  public var loadFile: (String) throws -> [UInt8]
  /// Called with each refused value, which then becomes NULL; nil if a refused value is an error.
  package var onRefusal: ((Refusal) -> Void)?

  /// A value that cannot be converted as required.
  package struct Refusal: Hashable {
    /// The value.
    package var value: SQLValue
    /// The reason, in the form of a message.
    package var reason: String
    /// The property, as `Book.year`.
    var place: String
    /// The object.
    package var identity: SQLValue
  }

  /// Functions of one run.
  ///
  /// Without closures for files, moving a value fails.
  public init(
    seed: String, now: Double,
    storeFile: @escaping ([UInt8]) throws -> String = { _ in throw ExternalFilesUnavailable() },
    loadFile: @escaping (String) throws -> [UInt8] = { _ in throw ExternalFilesUnavailable() }
  ) {
    self.seed = seed
    self.now = now
    self.storeFile = storeFile
    self.loadFile = loadFile
  }

  /// The closures for files next to the store are missing.
  public struct ExternalFilesUnavailable: Error, CustomStringConvertible {
    /// An error without details.
    public init() {}

    /// The message.
    public var description: String { "files next to the store cannot be handled here" }
  }
}

extension Connection {
  /// Lets this connection's statements call the functions of a migration.
  public func register(_ functions: MigrationFunctions) throws(SQLiteError) {
    for function in functions.all { try register(function) }
  }
}

extension MigrationFunctions {
  fileprivate var all: [SQLFunction] {
    let (seed, now) = (seed, now)
    return [
      SQLFunction(name: "migrate_convert", argumentCount: 5, isDeterministic: true) {
        arguments throws(SQLFunction.Failure) in
        try converted(arguments) { value, target in ValueConversion.convert(value, to: target) }
      },
      SQLFunction(name: "migrate_convert_json", argumentCount: 5, isDeterministic: true) {
        arguments throws(SQLFunction.Failure) in
        try converted(arguments, JSONScalar.convert)
      },
      SQLFunction(name: "migrate_convert_list", argumentCount: 5, isDeterministic: true) {
        arguments throws(SQLFunction.Failure) in
        try converted(arguments, JSONScalar.convertElements)
      },
      SQLFunction(name: "migrate_uuid", argumentCount: 2, isDeterministic: true) {
        arguments throws(SQLFunction.Failure) in
        .text(UUIDText.derived(from: [seed] + arguments.map(\.literal)))
      },
      SQLFunction(name: "migrate_now", argumentCount: 0, isDeterministic: true) {
        _ throws(SQLFunction.Failure) in .real(now)
      },
      SQLFunction(name: "migrate_refuse", argumentCount: 4, isDeterministic: false) {
        arguments throws(SQLFunction.Failure) in
        try refused(arguments[0], arguments[1].bare, arguments[2], arguments[3])
      },
    ] + files + holding(refused)
  }

  private var files: [SQLFunction] {
    let (storeFile, loadFile) = (storeFile, loadFile)
    return [
      SQLFunction(name: "migrate_store_file", argumentCount: 1, isDeterministic: false) {
        arguments throws(SQLFunction.Failure) in
        switch arguments[0] {
        case .null: return .null
        case .blob(let bytes): return .text(try Self.reporting { try storeFile(bytes) })
        case .integer, .real, .text, .invalidText:
          throw SQLFunction.Failure(
            message: "only data can be kept in a file; CAST(… AS BLOB) makes data of a text")
        }
      },
      SQLFunction(name: "migrate_load_file", argumentCount: 1, isDeterministic: false) {
        arguments throws(SQLFunction.Failure) in
        guard case .text(let name) = arguments[0] else { return .null }
        return .blob(try Self.reporting { try loadFile(name) })
      },
    ]
  }

  private static func reporting<Result>(
    _ body: () throws -> Result
  ) throws(SQLFunction.Failure) -> Result {
    do { return try body() } catch { throw SQLFunction.Failure(message: "\(error)") }
  }

  private func converted(
    _ arguments: [SQLValue], _ convert: (SQLValue, AttributeType) -> SQLValue?
  ) throws(SQLFunction.Failure) -> SQLValue {
    let (value, source, target) = (arguments[0], arguments[1].bare, arguments[2].bare)
    guard let type = AttributeType.scalars.first(where: { $0.keyword == target })?.type else {
      throw SQLFunction.Failure(message: "'\(target)' is no type to convert to")
    }
    // True and false are stored as 1 and 0; as text they are words.
    if source == "bool", target == "string", case .integer(let flag) = value, (0...1).contains(flag)
    {
      return .text(flag == 1 ? "true" : "false")
    }
    guard !value.isForeign(to: source), let result = convert(value, type) else {
      return try refused(
        value, "\(source) cannot be held exactly as \(target)", arguments[3], arguments[4])
    }
    return result
  }

  private func refused(
    _ value: SQLValue, _ reason: String, _ place: SQLValue, _ id: SQLValue
  ) throws(SQLFunction.Failure) -> SQLValue {
    let refusal = Refusal(value: value, reason: reason, place: place.bare, identity: id)
    guard let onRefusal else { throw SQLFunction.Failure(message: refusal.message) }
    onRefusal(refusal)
    return .null
  }
}

extension MigrationFunctions.Refusal {
  fileprivate var message: String {
    "\(value.excerpt) in '\(place)' of the object \(identity.bare): \(reason)"
  }
}

extension SQLValue {
  /// Whether the value is bytes instead of a number: their text would be another value.
  fileprivate func isForeign(to source: String) -> Bool {
    guard case .blob = self else { return false }
    return ["bool", "int16", "int32", "int", "float", "double", "decimal", "date"].contains(source)
  }

  /// The value without quotes.
  fileprivate var bare: String { if case .text(let text) = self { text } else { literal } }
}
