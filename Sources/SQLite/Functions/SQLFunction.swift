internal import CSQLite

/// A function that SQL statements of one connection may call.
package struct SQLFunction {
  /// A failure whose text SQLite reports as the statement's error.
  package struct Failure: Error {
    let message: String

    /// A failure with its text.
    package init(message: String) { self.message = message }
  }

  /// The conversion of the first argument before the function gets it, as a column of that kind would convert
  /// it (https://www.sqlite.org/datatype3.html#type_affinity).
  package enum Reading {
    /// No conversion.
    case asGiven
    /// A number, if the text spells one.
    case numeric
    /// The text of a number.
    case textual
  }

  let name: String
  let argumentCount: Int
  /// The conversion of the first argument.
  let reading: Reading
  /// Whether equal arguments always give an equal result, within one statement at least.
  let isDeterministic: Bool
  /// Whether temporary views may call it, in addition to statements.
  let isForViews: Bool
  let body: ([SQLValue]) throws(Failure) -> SQLValue

  /// A function from its parts.
  package init(
    name: String, argumentCount: Int, reading: Reading = .asGiven, isDeterministic: Bool,
    isForViews: Bool = false,
    body: @escaping ([SQLValue]) throws(Failure) -> SQLValue
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.reading = reading
    self.isDeterministic = isDeterministic
    self.isForViews = isForViews
    self.body = body
  }
}

extension Connection {
  /// Lets statements call a function; views and triggers may do so only if it is made for views
  /// (https://www.sqlite.org/c3ref/create_function.html).
  package func register(_ function: SQLFunction) throws(SQLiteError) {
    // SQLite owns the box from here on: it calls the destructor, even if this call fails.
    let box = unsafe Unmanaged.passRetained(FunctionBox(function)).toOpaque()
    let flags =
      SQLITE_UTF8 | (function.isForViews ? SQLITE_INNOCUOUS : SQLITE_DIRECTONLY)
      | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let code = unsafe sqlite3_create_function_v2(
      handle, function.name, Int32(function.argumentCount), flags, box,
      { context, count, values in unsafe callFunction(context, count, values) }, nil, nil,
      { box in unsafe box.map { unsafe Unmanaged<FunctionBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw error(code) }
  }
}

/// A test of the bytes of a text, for statements of one connection.
///
/// As a function it returns NULL for NULL, and false for values that are not texts. The text is not copied,
/// so the test is fast enough for every row.
@safe package struct SQLTextTest {
  let name: String
  let isForViews: Bool
  let passes: (UnsafeRawBufferPointer) -> Bool

  /// A test with the name of its function, and its closure for the bytes of a text.
  package init(
    name: String, isForViews: Bool = false, passes: @escaping (UnsafeRawBufferPointer) -> Bool
  ) {
    (self.name, self.isForViews) = (name, isForViews)
    unsafe self.passes = passes
  }
}

extension Connection {
  /// Lets statements call a test; views and triggers may not, unless it is made for views.
  package func register(_ test: SQLTextTest) throws(SQLiteError) {
    let box = unsafe Unmanaged.passRetained(TextTestBox(test)).toOpaque()
    let use = test.isForViews ? SQLITE_INNOCUOUS : SQLITE_DIRECTONLY
    let code = unsafe sqlite3_create_function_v2(
      handle, test.name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | use, box,
      { context, _, values in unsafe askTest(context, values?[0]) }, nil, nil,
      { box in unsafe box.map { unsafe Unmanaged<TextTestBox>.fromOpaque($0).release() } })
    guard code == SQLITE_OK else { throw error(code) }
  }
}

private final class TextTestBox {
  let test: SQLTextTest

  init(_ test: SQLTextTest) { self.test = test }
}

private func askTest(_ context: OpaquePointer?, _ value: OpaquePointer?) {
  guard let data = unsafe sqlite3_user_data(context) else { return }
  switch unsafe LentValue(value) {
  case .null: unsafe sqlite3_result_null(context)
  case .text(let bytes):
    let test = unsafe Unmanaged<TextTestBox>.fromOpaque(data).takeUnretainedValue().test
    unsafe sqlite3_result_int(context, test.passes(bytes) ? 1 : 0)
  default: unsafe sqlite3_result_int(context, 0)
  }
}

/// Keeps a function alive for as long as SQLite may call it.
private final class FunctionBox {
  let function: SQLFunction

  init(_ function: SQLFunction) { self.function = function }
}

private func callFunction(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let data = unsafe sqlite3_user_data(context) else { return }
  let function = unsafe Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue().function
  var arguments: [SQLValue] = []
  for index in 0..<Int(count) {
    arguments.append(
      unsafe SQLValue(argument: values?[index], index == 0 ? function.reading : .asGiven))
  }
  do throws(SQLFunction.Failure) {
    unsafe setResult(try function.body(arguments), of: context)
  } catch {
    unsafe sqlite3_result_error(context, error.message, -1)
  }
}

private func setResult(_ value: SQLValue, of context: OpaquePointer?) {
  switch value {
  case .null: unsafe sqlite3_result_null(context)
  case .integer(let number): unsafe sqlite3_result_int64(context, number)
  case .real(let number): unsafe sqlite3_result_double(context, number)
  case .text(let text): unsafe setText(Array(text.utf8), of: context)
  case .invalidText(let bytes): unsafe setText(bytes, of: context)
  case .blob(let bytes):
    // A null pointer would mean NULL and not an empty blob.
    guard !bytes.isEmpty else {
      unsafe sqlite3_result_zeroblob(context, 0)
      return
    }
    unsafe bytes.withUnsafeBytes {
      unsafe migrate_result_blob(context, $0.baseAddress, UInt64($0.count))
    }
  }
}

private func setText(_ bytes: [UInt8], of context: OpaquePointer?) {
  // One more byte, so that an empty text has an address, too.
  unsafe (bytes + [0]).withUnsafeBytes {
    unsafe migrate_result_text(
      context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
  }
}

extension SQLValue {
  /// Copies an argument of a function.
  fileprivate init(argument: OpaquePointer?, _ reading: SQLFunction.Reading) {
    var type = unsafe sqlite3_value_type(argument)
    switch reading {
    case .asGiven: break
    case .numeric: type = unsafe sqlite3_value_numeric_type(argument)
    case .textual: if [SQLITE_INTEGER, SQLITE_FLOAT].contains(type) { type = SQLITE_TEXT }
    }
    unsafe self.init(LentValue(argument, as: type))
  }
}
