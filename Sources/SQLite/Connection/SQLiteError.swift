/// An error of SQLite's, with the statement concerned.
///
/// ```swift
/// do { … } catch let error where error.primaryCode == .busy { … }
/// ```
public struct SQLiteError: Error, Hashable, Sendable {
  /// A result code (https://www.sqlite.org/rescode.html).
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number that SQLite returned.
    public var rawValue: Int32

    /// A code from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// The extended result code.
  public var code: Code
  /// SQLite's message.
  public var message: String
  /// The statement that failed, if any.
  public var sql: String?
  /// Whether it is the error of a commit that may yet be visible to the next connection.
  package internal(set) var mayHaveCommitted = false

  /// An error from its parts.
  public init(_ code: Code, _ message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The code without its extension: its lowest eight bits.
  public var primaryCode: Code { Code(rawValue: code.rawValue & 0xff) }
}

extension SQLiteError.Code {
  /// SQLITE_ERROR: bad SQL, or a failure without its own code.
  public static let error = Self(rawValue: 1)
  /// SQLITE_PERM: the file's permissions forbid it.
  public static let permission = Self(rawValue: 3)
  /// SQLITE_BUSY: another connection holds a lock.
  public static let busy = Self(rawValue: 5)
  /// SQLITE_LOCKED: this connection itself holds a lock.
  public static let locked = Self(rawValue: 6)
  /// SQLITE_NOMEM: no memory.
  public static let outOfMemory = Self(rawValue: 7)
  /// SQLITE_READONLY: the file or its folder cannot be written.
  public static let readOnly = Self(rawValue: 8)
  /// SQLITE_INTERRUPT: `interrupt()` was called.
  public static let interrupted = Self(rawValue: 9)
  /// SQLITE_IOERR: the operating system failed to read or write.
  public static let inputOutput = Self(rawValue: 10)
  /// SQLITE_CORRUPT: the file's structure is broken.
  public static let corrupt = Self(rawValue: 11)
  /// SQLITE_FULL: the disk is full.
  public static let full = Self(rawValue: 13)
  /// SQLITE_CANTOPEN: the file cannot be opened.
  public static let cannotOpen = Self(rawValue: 14)
  /// SQLITE_TOOBIG: a text or a blob beyond SQLite's limit.
  public static let tooBig = Self(rawValue: 18)
  /// SQLITE_CONSTRAINT: a constraint of the schema is broken.
  public static let constraint = Self(rawValue: 19)
  /// SQLITE_MISMATCH: a value of the wrong type.
  public static let mismatch = Self(rawValue: 20)
  /// SQLITE_NOTADB: the file is not an SQLite database.
  public static let notADatabase = Self(rawValue: 26)
}

extension SQLiteError {
  /// Whether the failure is about the store, and not about the moment.
  ///
  /// A lock, a lack of memory or an interruption passes; it ends a verification and is not a finding.
  package var isAboutTheStore: Bool {
    ![.busy, .locked, .interrupted, .outOfMemory].contains(primaryCode)
  }

  /// Whether the file cannot be read, in contrast to a statement that fails on a readable file.
  package var isAboutTheFile: Bool {
    [.permission, .inputOutput, .corrupt, .cannotOpen, .notADatabase].contains(primaryCode)
  }

  /// Whether a collation, a function or a module is missing that only an app has.
  package var needsApp: Bool { missingPart != nil }

  /// Whether a collation is missing that only an app has.
  package var lacksCollation: Bool { missingCollation != nil }

  /// The missing part that only an app has, with its kind: `the function 'slug'`.
  package var missingPart: String? {
    if let missingCollation { return "the collation '\(missingCollation)'" }
    guard primaryCode == .error else { return nil }
    if isUnsolvable { return "the collation of a key" }
    guard let (words, kind) = Self.partsOfApps.first(where: { message.hasPrefix($0.words) })
    else { return nil }
    let name = message.dropFirst(words.count).prefix { $0 != "(" }
    return "the \(kind) '\(name)'"
  }

  /// Whether SQLite cannot read a table at all: a table without rowids is an index, whose collation is missing.
  package var isUnsolvable: Bool { message == "no query solution" }

  /// The name of the missing collation: `no such collation sequence: X`, also after `error in index i: `.
  private var missingCollation: Substring? {
    let words = "no such collation sequence: "
    guard primaryCode == .error, message.hasPrefix(words) || message.hasPrefix("error in "),
      let place = message.ranges(of: words).first
    else { return nil }
    return message[place.upperBound...]
  }

  private static let partsOfApps: [(words: String, kind: String)] = [
    ("no such function: ", "function"), ("unknown function: ", "function"),
    ("no such module: ", "module"), ("no such tokenizer: ", "tokenizer"),
    ("unknown tokenizer: ", "tokenizer"),
  ]
}

extension SQLiteError: CustomStringConvertible {
  /// SQLite's message with its code, and the statement, if any.
  public var description: String {
    let failure = "\(message) (SQLite error \(code.rawValue))"
    return sql.map { "\(failure) in: \($0)" } ?? failure
  }
}
