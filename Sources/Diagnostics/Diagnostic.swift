/// A problem: its message, its place, and how to repair it.
///
/// Diagnostics are values. Reports decide how a diagnostic looks in a terminal, in JSON or in a CI
/// annotation.
public struct Diagnostic: Hashable, Sendable {
  /// The severity of a problem.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Information; never fails a run.
    case note
    /// Should be repaired, but does not fail a run by itself.
    case warning
    /// Must be repaired: the run fails.
    case error

    /// Orders severities from the lowest to the highest.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A remark on a problem: a second place that matters, or the line to write instead.
  public struct Note: Hashable, Sendable {
    /// The remark, in the form of a message.
    public var message: String
    /// The end of the remark that shows values of a store; empty if none does.
    package private(set) var values = ""
    /// The place of the remark, if it differs from the place of the problem.
    public var location: SourceLocation?

    /// Creates a remark with an optional place.
    public init(_ message: String, at location: SourceLocation? = nil) {
      self.message = message
      self.location = location
    }

    /// Creates a remark that ends with values of a store, which only its owner may read.
    package init(_ message: String = "", values: String) {
      self.init(message + values)
      self.values = values
    }
  }

  /// The problem without values of stores, for reports that are kept where others read them.
  package var withoutValues: Self {
    var problem = self
    problem.notes = notes.compactMap { note in
      var note = note
      if note.message.hasSuffix(note.values) { note.message.removeLast(note.values.count) }
      return note.message.isEmpty ? nil : note
    }
    return problem
  }

  /// The stable name of the kind of problem, in kebab case: `unknown-key`, `missing-inverse`.
  public var code: String
  /// The severity.
  public var severity: Severity
  /// The message about this input: lower case, no full stop, names in single quotes.
  public var message: String
  /// The place of the problem, if it is in a file.
  public var location: SourceLocation?
  /// Remarks that help to understand or repair the problem.
  public var notes: [Note]
  /// The edits that repair the problem, if they are known.
  public var fix: TextFix?

  /// Creates a problem from its parts.
  public init(
    code: String, severity: Severity = .error, _ message: String,
    at location: SourceLocation? = nil, notes: [Note] = [], fix: TextFix? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.notes = notes
    self.fix = fix
  }
}

extension Diagnostic: Comparable {
  /// The order in which problems are reported: by place, problems without a place first, then by code.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left.location, right.location) {
    case (nil, .some): return true
    case (.some, nil): return false
    case (let first?, let second?) where first != second: return first < second
    default:
      return left.code == right.code
        ? NaturalOrder.precedes(left.message, right.message) : left.code < right.code
    }
  }
}

/// An error with all problems that kept an operation from being done.
public struct DiagnosticsError: Error, Hashable, Sendable {
  /// The problems, in the order in which they are reported.
  public let diagnostics: [Diagnostic]

  /// Creates an error with these problems, and sorts them.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sorted()
  }
}
