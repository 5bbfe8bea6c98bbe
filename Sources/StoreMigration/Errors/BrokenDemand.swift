public import Diagnostics
internal import SchemaModel
public import SQLite
public import StoreVerification

/// A demand of the new version that objects do not meet, although they met it before.
public struct BrokenDemand: Hashable, Sendable {
  /// The problem, as `verify` would report it.
  public var finding: Finding
  /// Some of the objects, with their values.
  public var samples: [SampleObject] = []
  /// The place of the demand in the schema file.
  public var demandedAt: SourceLocation?
  /// The place of the expression that computed the values, if any.
  public var madeAt: SourceLocation?
}

/// An object by its identity, with its relevant values.
public struct SampleObject: Hashable, Sendable {
  /// A value under its name.
  public struct Field: Hashable, Sendable {
    /// The property.
    public var property: String
    /// Its value.
    public var value: SQLValue
  }

  /// The `_id`; 0 if the object is not identified by a number.
  public var identity: Int64
  /// The key in an existing table, with the name: `isbn 'x'`.
  public var key: String?
  /// The values, in the order in which they are reported.
  public var values: [Field] = []
}

extension BrokenDemand {
  /// The demand as a problem: at the expression that made the values, or else at its declaration.
  var diagnostic: Diagnostic {
    Diagnostic(
      code: finding.problem.code, finding.message, at: madeAt ?? demandedAt,
      notes: evidence + [.init(wayOut)])
  }

  /// Some of the objects, and the place of the demand, without advice.
  var evidence: [Diagnostic.Note] {
    var notes = samples.map { Diagnostic.Note(values: $0.message) }
    if samples.count < finding.count, !samples.isEmpty {
      notes.append(.init("and \(finding.count - Int64(samples.count)) more"))
    }
    if madeAt != nil, let demandedAt { notes.append(.init("demanded here", at: demandedAt)) }
    return notes
  }

  private var wayOut: String {
    if madeAt != nil {
      return "let the expression give values that the version allows, or let the version allow them"
    }
    if case .failingRule = finding.problem {
      return
        "correct what they hold before, give them other values under 'migration: map:', or write "
        + "the rule so that it can be evaluated for every value"
    }
    guard let property = finding.problem.property else {
      return
        "correct the objects before, give them other values under 'migration: map:', or let the "
        + "version allow what they hold"
    }
    return "correct the objects before, give '\(property.property)' an expression under "
      + "'migration: map: \(property.entity):', or let the version allow what they hold"
  }
}

extension SampleObject {
  /// The object in one line: `_id 12: 'year' is 'c. 1890'`.
  var message: String {
    let name = key ?? "_id \(identity)"
    return values.isEmpty
      ? name
      : name + ": "
        + values.map { "'\($0.property)' is \($0.value.excerpt)" }.joined(separator: ", ")
  }
}
