public import Diagnostics
public import SchemaModel

/// A problem that a rule reports: its place, its harm, and its repair.
///
/// The team decides the severity of a rule. Without the team's decision, weak evidence can lower the severity
/// of a finding.
public struct Finding: Hashable, Sendable {
  /// The place of a finding.
  public enum Place: Hashable, Sendable {
    /// A part of the document that the rule checks, wherever the part stands in a file.
    case part(SchemaPath)
    /// A part of another version of the same model.
    case version(Version, SchemaPath)
    /// A place in a file.
    case location(SourceLocation)

    /// The version of the place, if it names one.
    package var version: Version? {
      switch self {
      case .version(let version, _): version
      case .part, .location: nil
      }
    }

    /// The part of a document, if the place names one.
    var path: SchemaPath? {
      switch self {
      case .part(let path), .version(_, let path): path
      case .location: nil
      }
    }
  }

  /// The message of a finding.
  ///
  /// Each rule declares its own messages, at the end of its file.
  public struct Message: Hashable, Sendable, CustomStringConvertible {
    /// The text: lower case, no full stop, names in single quotes.
    public let description: String

    /// A message with this text.
    public init(_ text: String) { description = text }
  }

  /// An additional remark, with a place if the remark is about another one.
  public struct Note: Hashable, Sendable {
    /// The remark.
    public var message: Message
    /// The place that the remark is about.
    public var place: Place?

    /// A remark from its parts.
    public init(_ message: Message, at place: Place? = nil) {
      self.message = message
      self.place = place
    }
  }

  /// The rule that reports the finding.
  public var rule: RuleID
  /// The problem and its harm.
  public var message: Message
  /// The place of the problem.
  public var place: Place
  /// Remarks that help with the repair.
  public var notes: [Note]
  /// The edit that repairs the problem, if the rule knows one.
  public var fix: Fix?
  /// A condition on a store's data: if no object meets it, the finding is harmless there.
  ///
  /// Nil if the finding does harm with any data.
  public var condition: StoreCondition?
  /// The highest severity that the evidence for this finding supports; nil if the rule decides.
  public var heaviest: Diagnostic.Severity?
  /// The version that a finding in source is about, if its schema file may have the same finding.
  public var version: Version?

  /// A finding from its parts.
  public init(
    _ rule: RuleID, _ message: Message, at place: Place, notes: [Note] = [], fix: Fix? = nil,
    condition: StoreCondition? = nil, atMost heaviest: Diagnostic.Severity? = nil,
    about version: Version? = nil
  ) {
    self.rule = rule
    self.message = message
    self.place = place
    self.notes = notes
    self.fix = fix
    self.condition = condition
    self.heaviest = heaviest
    self.version = version
  }

  /// The same finding with a severity of at most the limit, if one is given.
  package func limited(to limit: Diagnostic.Severity?) -> Finding {
    var finding = self
    finding.heaviest = [heaviest, limit].compactMap(\.self).min()
    return finding
  }
}

extension Finding {
  /// A finding with the message and the notes of a planner's diagnostic.
  init(_ rule: RuleID, saying diagnostic: Diagnostic, at place: Place, fix: Fix? = nil) {
    self.init(
      rule, Message(diagnostic.message), at: place,
      notes: diagnostic.notes.map { note in
        Note(Message(note.message), at: note.location.map { .location($0) })
      }, fix: fix)
  }
}

/// Edits to a schema file that resolve a finding.
public struct Fix: Hashable, Sendable {
  /// A fix's effect on the meaning of a model, which decides whether it needs a review.
  public enum Safety: Hashable, Sendable {
    /// The model keeps its meaning.
    case safe
    /// The model changes its meaning, which a person must decide.
    case unsafe
  }

  /// One edit, in terms of the file format.
  public enum Edit: Hashable, Sendable {
    /// Sets the value of a key in a mapping.
    case set(key: String, value: String, in: SchemaPath)
    /// Removes a value from a list.
    case remove(value: String, from: SchemaPath)
    /// Removes a key and its value from a mapping.
    case unset(key: String, in: SchemaPath)
    /// Appends a value to a list.
    case append(value: String, to: SchemaPath)
    /// Renames the key of a part.
    case rename(SchemaPath, to: String)
    /// Moves a key of a mapping before another key.
    case move(key: String, before: String, in: SchemaPath)
    /// Removes the comment that begins at a place.
    case removeComment(at: SourceLocation)
    /// Removes the line of a place.
    case removeLine(at: SourceLocation)
    /// Replaces the word at a place.
    case replace(String, with: String, at: SourceLocation)
  }

  /// The fix's effect on the meaning of the model.
  public var safety: Safety
  /// The edits.
  public var edits: [Edit]

  /// A fix from its parts.
  public init(_ safety: Safety, _ edits: [Edit]) {
    self.safety = safety
    self.edits = edits
  }
}

extension Fix.Edit {
  /// The path of the edited part; nil if the edit is at a place in a file.
  package var path: SchemaPath? {
    switch self {
    case .set(_, _, let path), .unset(_, let path), .append(_, let path), .move(_, _, let path),
      .remove(_, let path), .rename(let path, _):
      path
    case .removeComment, .removeLine, .replace: nil
    }
  }
}
