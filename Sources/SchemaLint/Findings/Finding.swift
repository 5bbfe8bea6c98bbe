public import Diagnostics
public import SchemaModel

/// Something that a rule objects to: where it is, what harm it does, and the way out.
///
/// The team says how much a rule weighs. Where the team says nothing, a finding may weigh less than its
/// rule, by the evidence for it.
public struct Finding: Hashable, Sendable {
  /// Where a finding is.
  public enum Place: Hashable, Sendable {
    /// At a part of the document that the rule looks at, wherever that stands in a file.
    case part(SchemaPath)
    /// At a part of another version of the same model.
    case version(Version, SchemaPath)
    /// At a place in a file.
    case location(SourceLocation)

    /// The version that it names.
    package var version: Version? {
      switch self {
      case .version(let version, _): version
      case .part, .location: nil
      }
    }

    /// The part of a document that it is at.
    var path: SchemaPath? {
      switch self {
      case .part(let path), .version(_, let path): path
      case .location: nil
      }
    }
  }

  /// What a finding says.
  ///
  /// Each rule makes its own, at the foot of its file.
  public struct Message: Hashable, Sendable, CustomStringConvertible {
    /// The text: lower case, no full stop, names in single quotes.
    public let description: String

    /// A message of that text.
    public init(_ text: String) { description = text }
  }

  /// A further remark, with its own place if it speaks of another one.
  public struct Note: Hashable, Sendable {
    /// The remark.
    public var message: Message
    /// The place that it speaks of.
    public var place: Place?

    /// A remark from its parts.
    public init(_ message: Message, at place: Place? = nil) {
      self.message = message
      self.place = place
    }
  }

  /// The rule that objects.
  public var rule: RuleID
  /// What is wrong, and the harm that it does.
  public var message: Message
  /// Where it is.
  public var place: Place
  /// What helps to repair it.
  public var notes: [Note]
  /// The edit that repairs it, where the rule knows one.
  public var fix: Fix?
  /// What a store's data must not have for the finding to do no harm there; nil where it does
  /// harm whatever the data.
  public var condition: StoreCondition?
  /// The most that the evidence for this finding weighs; nil where the rule decides.
  public var heaviest: Diagnostic.Severity?

  /// A finding from its parts.
  public init(
    _ rule: RuleID, _ message: Message, at place: Place, notes: [Note] = [], fix: Fix? = nil,
    condition: StoreCondition? = nil, atMost heaviest: Diagnostic.Severity? = nil
  ) {
    self.rule = rule
    self.message = message
    self.place = place
    self.notes = notes
    self.fix = fix
    self.condition = condition
    self.heaviest = heaviest
  }

  /// The same finding, which weighs no more than a limit, if there is one.
  package func limited(to limit: Diagnostic.Severity?) -> Finding {
    var finding = self
    finding.heaviest = [heaviest, limit].compactMap(\.self).min()
    return finding
  }
}

extension Finding {
  /// A finding that says what a diagnostic of the planner says.
  init(_ rule: RuleID, saying diagnostic: Diagnostic, at place: Place, fix: Fix? = nil) {
    self.init(
      rule, Message(diagnostic.message), at: place,
      notes: diagnostic.notes.map { note in
        Note(Message(note.message), at: note.location.map { .location($0) })
      }, fix: fix)
  }
}

/// Edits to a schema file after which a rule has nothing more to object to.
public struct Fix: Hashable, Sendable {
  /// Whether a fix may be made without a second look.
  public enum Safety: Hashable, Sendable {
    /// The model means the same afterwards.
    case safe
    /// The model means something else, which somebody has to want.
    case unsafe
  }

  /// One edit, in the terms of the file format.
  public enum Edit: Hashable, Sendable {
    /// Gives a key of a mapping this value.
    case set(key: String, value: String, in: SchemaPath)
    /// Takes a value out of a list.
    case remove(value: String, from: SchemaPath)
    /// Takes a key out of a mapping, with its value.
    case unset(key: String, in: SchemaPath)
    /// Adds a value at the end of a list.
    case append(value: String, to: SchemaPath)
    /// Gives the key of a part another name.
    case rename(SchemaPath, to: String)
    /// Moves a key of a mapping to stand before another one.
    case move(key: String, before: String, in: SchemaPath)
    /// Takes out the comment that begins at a place.
    case removeComment(at: SourceLocation)
    /// Takes out the line of a place.
    case removeLine(at: SourceLocation)
    /// Writes another word for the one that stands at a place.
    case replace(String, with: String, at: SourceLocation)
  }

  /// Whether it may be made without a second look.
  public var safety: Safety
  /// What to edit.
  public var edits: [Edit]

  /// A fix from its parts.
  public init(_ safety: Safety, _ edits: [Edit]) {
    self.safety = safety
    self.edits = edits
  }
}

extension Fix.Edit {
  /// The part that is edited; nil where it is a place.
  package var path: SchemaPath? {
    switch self {
    case .set(_, _, let path), .unset(_, let path), .append(_, let path), .move(_, _, let path),
      .remove(_, let path), .rename(let path, _):
      path
    case .removeComment, .removeLine, .replace: nil
    }
  }
}
