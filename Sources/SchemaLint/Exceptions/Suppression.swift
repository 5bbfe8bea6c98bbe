public import Diagnostics

/// An exception to some rules, with its reason.
///
/// ```yaml
/// legacy: {toMany: Note} # migrate:ignore missing-inverse -- imported from a vendor
/// ```
public struct Suppression: Hashable, Sendable {
  /// The scope of an exception.
  public enum Scope: Hashable, Sendable {
    /// The line with this number in the file of the exception.
    case line(Int)
    /// The lines with these numbers in the file of the exception.
    case lines(ClosedRange<Int>)
    /// The file of the exception.
    case file
    /// A file, or all files in a folder.
    case path(String)
  }

  /// The name of a rule in an exception, with its place.
  public struct Name: Hashable, Sendable {
    /// The rule.
    public var rule: RuleID
    /// The place of the name.
    public var location: SourceLocation

    /// A name with its place.
    public init(_ rule: RuleID, at location: SourceLocation) {
      self.rule = rule
      self.location = location
    }
  }

  /// The scope of the exception.
  public var scope: Scope
  /// The rules that it names.
  public var names: [Name]
  /// The reason, if one is given.
  public var reason: String?
  /// The place of the exception.
  public var location: SourceLocation

  /// An exception from its parts.
  public init(_ scope: Scope, names: [Name], reason: String?, at location: SourceLocation) {
    self.scope = scope
    self.names = names
    self.reason = reason
    self.location = location
  }
}

extension Suppression {
  /// The word that messages print in place of a reason.
  static let placeholder = "reason"

  /// Whether the word that messages print in place of a reason was copied.
  var hasPlaceholder: Bool { reason == Self.placeholder }

  /// Whether it covers a place.
  func covers(_ place: SourceLocation) -> Bool {
    switch scope {
    case .line(let line): place.file == location.file && place.line == line
    case .lines(let lines): place.file == location.file && lines.contains(place.line)
    case .file: place.file == location.file
    case .path(let path):
      place.file == path || place.file.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
  }
}

extension Suppression {
  /// An exception for a file or a folder, as written in a settings file: `RULE, RULE -- reason`.
  ///
  /// ```yaml
  /// ignore:
  ///   Schemas/Legacy: missing-inverse -- imported from a vendor
  /// ```
  public init(path: String, text: String, at location: SourceLocation) {
    self.init(.path(path), notation: text[...], at: location, column: location.column)
  }

  /// Parses `RULE, RULE -- reason`, which begins at a column of the line.
  init(_ scope: Scope, notation: Substring, at location: SourceLocation, column: Int) {
    let (list, reason) = Self.split(notation)
    var names: [Name] = []
    for part in list.split(whereSeparator: { ", \t".contains($0) }) {
      let offset = notation.unicodeScalars.distance(from: notation.startIndex, to: part.startIndex)
      let place = SourceLocation(
        file: location.file, line: location.line, column: column + offset)
      names.append(Name(RuleID(String(part)), at: place))
    }
    self.init(scope, names: names, reason: reason, at: location)
  }

  /// The text before ` --`, and the text after it, unless that is empty.
  private static func split(_ notation: Substring) -> (Substring, String?) {
    var rest = notation
    while let dash = rest.firstIndex(of: "-") {
      let isStart = dash == notation.startIndex || notation[notation.index(before: dash)] == " "
      guard isStart, notation[dash...].hasPrefix("--") else {
        rest = rest[rest.index(after: dash)...]
        continue
      }
      let reason = notation[dash...].dropFirst(2).drop { $0 == " " }
      let text = String(reason.reversed().drop { $0.isWhitespace }.reversed())
      return (notation[..<dash], text.isEmpty ? nil : text)
    }
    return (notation, nil)
  }
}
