public import Diagnostics
internal import SQLite
public import StoreScript

/// Something that the declared steps of a version took from the store, or put something else in the
/// place of, counted by comparing the rows before the first step with those after the last one.
public struct StepLoss: Hashable, Sendable {
  /// What is counted.
  public var kind: StepLossKind
  /// The entity or property, by its name in the version of the steps: `Book.title`.
  public var subject: String
  /// How many are gone: a text or a list that is empty afterwards is one.
  public var lost: Int64
  /// How many are others.
  public var replaced: Int64
  /// Whether `touches` names the property, so that other values are what the step is for.
  public var isNamed: Bool
  /// Some of the objects that lose something.
  public var objects: DataLoss.Objects
  /// The approval that lets it happen: `lose-values:Book.title`.
  public var approval: String
  /// Whether the caller gave it.
  public var isApproved: Bool
  /// The place of the last step that may have done it.
  public var location: SourceLocation?

  /// Whether it has to be approved.
  public var needsApproval: Bool { lost > 0 || (replaced > 0 && !isNamed) }
}

extension StepLoss {
  /// The sentence: `2 values of 'P.balance' are deleted and 1 is replaced by steps`.
  public var message: String {
    let parts = [(lost, "deleted"), (replaced, "replaced")].filter { $0.0 > 0 }
    let clauses = parts.enumerated().map { position, part in
      let (count, verb) = part
      let noun =
        position == 0 ? "\(Quantity.count(count, unit)) of '\(subject)'" : Quantity.grouped(count)
      return "\(noun) \(count == 1 ? "is" : "are") \(verb)"
    }
    return clauses.joined(separator: " and ") + " by steps"
  }

  private var unit: String {
    switch kind {
    case .objects: "object"
    case .values: "value"
    case .links: "link"
    case .order: "position"
    }
  }

  /// The loss as a problem, with the flag that approves it.
  var diagnostic: Diagnostic {
    var notes: [Diagnostic.Note] = []
    if !objects.isEmpty { notes.append(.init("of \(objects.phrase)")) }
    if replaced > 0, !isNamed {
      notes.append(
        .init("name '\(subject)' under 'touches' if the step is there to change it"))
    }
    notes.append(.init("if that is meant, add '--allow \(approval)'"))
    return Diagnostic(code: "unapproved-loss", message, at: location, notes: notes)
  }
}
