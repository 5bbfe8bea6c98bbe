/// One problem that was found: what is wrong, where, and the way out.
///
/// Diagnostics are values. How they read in a terminal, in JSON or in a CI annotation is decided
/// by whoever prints them.
public struct Diagnostic: Hashable, Sendable {
  /// How much a problem weighs.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing; never fails a run.
    case note
    /// Should be repaired, and does not fail a run by itself.
    case warning
    /// Must be repaired: the run fails.
    case error

    /// Orders from the lightest to the heaviest.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A further remark: a second place that matters, or the line to write instead.
  public struct Note: Hashable, Sendable {
    /// The remark, in the form of a message.
    public var message: String
    /// The place it speaks of, where that is another one.
    public var location: SourceLocation?

    /// A remark with its place.
    public init(_ message: String, at location: SourceLocation? = nil) {
      self.message = message
      self.location = location
    }
  }

  /// The stable name of the kind of problem, in kebab case: `unknown-key`, `missing-inverse`.
  public var code: String
  /// How much it weighs.
  public var severity: Severity
  /// What is wrong with this input: lower case, no full stop, names in single quotes.
  public var message: String
  /// Where it is, if it has a place in a file.
  public var location: SourceLocation?
  /// What helps to understand or to repair it.
  public var notes: [Note]
  /// The edits that repair it, where they are known.
  public var fix: TextFix?

  /// A problem from its parts.
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
  /// The order in which problems are reported: by place, those without one first, then by code.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left.location, right.location) {
    case (nil, .some): return true
    case (.some, nil): return false
    case (let first?, let second?) where first != second: return first < second
    default: return (left.code, left.message) < (right.code, right.message)
    }
  }
}

/// Everything that kept a job from being done, all problems at once.
public struct DiagnosticsError: Error, Hashable, Sendable {
  /// The problems, in the order in which they are reported.
  public let diagnostics: [Diagnostic]

  /// An error that carries these problems, sorted.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.sorted()
  }
}
