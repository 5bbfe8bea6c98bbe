/// Flags a line of the baseline whose finding no longer exists.
///
/// ## Why
///
/// A baseline is for the findings from before a team began to lint. After a finding is corrected,
/// its line would allow the same mistake again at the same place.
///
/// A line about a file that exists, and was not linted in this run, is not flagged.
///
/// ## Example
///
/// The model, and a baseline that still has `reserved-name V1.yaml entities.Book.attributes.hash`:
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       digest: string
/// ```
///
/// ## Use instead
///
/// Write the baseline anew, or delete the line. Keep the line only for the model that it describes:
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       hash: string
/// ```
///
/// ## When it is safe
///
/// Always, for now. The line allows the same mistake later.
///
/// ## References
///
/// - https://phpstan.org/user-guide/baseline
public struct StaleBaseline: HygieneRule {
  /// The rule's name.
  public static let id: RuleID = "stale-baseline"

  /// A rule without state.
  public init() {}

  /// A finding for every line of the baseline without its finding.
  public func findings(in record: ExceptionRecord) -> [Finding] {
    record.staleEntries.compactMap { entry in
      guard let location = entry.location else { return nil }
      if entry.part == nil, RuleRegistry.rule(entry.rule) == nil {
        return Finding(
          Self.id, .isNoRule(entry.rule), at: .location(location), notes: [.init(.correctIt)])
      }
      return Finding(
        Self.id, .isMended(entry), at: .location(location),
        notes: [.init(.takeItOut)], fix: Fix(.safe, [.removeLine(at: location)]))
    }
  }
}

extension Finding.Message {
  fileprivate static func isMended(_ entry: Baseline.Entry) -> Self {
    let rule = (entry.part.map { $0 + ":" } ?? "") + entry.rule.name
    return Self("'\(rule)' finds nothing any more at '\(entry.subject)' of '\(entry.file)'")
  }

  fileprivate static func isNoRule(_ rule: RuleID) -> Self {
    let meant = RuleRegistry.nearestRule(to: rule.name).map { ", did you mean '\($0)'?" } ?? ""
    return Self("there is no lint rule '\(rule.name)', so the line leaves nothing out\(meant)")
  }

  fileprivate static var correctIt: Self { Self("correct the name, or take the line out") }

  fileprivate static var takeItOut: Self {
    Self("take the line out, or write the baseline anew with --write-baseline")
  }
}
