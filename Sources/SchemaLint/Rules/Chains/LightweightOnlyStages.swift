internal import MigrationPlanner
internal import SchemaModel

/// Flags lightweight stages in a row that cannot be inferred as the one step they are made into.
///
/// ## Why
///
/// Lightweight stages that follow each other are collapsed: inference is tried straight from the
/// store's version to the last one of the run. Each stage by itself may be inferred, and the whole
/// not; then the launch fails ("missing mapping model"), for those users alone who skipped an
/// update.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {title: string, year: string?}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: string}}
/// # V3.yaml
/// entities:
///   Book: {attributes: {title: string, year: int?}}
/// ```
///
/// ## Use instead
///
/// A custom stage ends the run, and a single check makes a stage custom. Or another name: what was
/// `year` is not `publishedIn`.
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {title: string, year: string?}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: string}}
/// migration:
///   kind: custom
///   after:
///     - {count: Book}
/// # V3.yaml
/// entities:
///   Book: {attributes: {title: string, year: int?}}
/// ```
///
/// ## When it is safe
///
/// Where only `migrate apply` migrates the stores, which goes through every version; or where only the
/// last two versions are in the field.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/staged-migrations
public struct LightweightOnlyStages: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "lightweight-only-stages"

  /// A rule without state.
  public init() {}

  /// A finding for every change that keeps a run from being inferred as a whole.
  public func findings(in chain: VersionChain) -> [Finding] {
    chain.runs.flatMap { findings(in: $0) }
  }

  private func findings(in run: LightweightRun) -> [Finding] {
    guard let target = run.target else { return [] }
    var order: [SchemaChange] = []
    var found: [SchemaChange: (reason: String, versions: [Version])] = [:]
    for shortcut in run.shortcuts {
      for planned in shortcut.changes where planned.classification == .custom {
        if found[planned.change] == nil { order.append(planned.change) }
        found[planned.change, default: (planned.reason, [])].versions
          .append(shortcut.source.schema.version)
      }
    }
    return order.sorted { $0.path.description < $1.path.description }.compactMap { change in
      found[change].map { reason, versions in
        Finding(
          Self.id, .isRefused(change, versions, target), at: .version(target, change.path),
          notes: [.init(.because(reason)), .init(.endTheRun)])
      }
    }
  }
}

extension Finding.Message {
  fileprivate static func isRefused(
    _ change: SchemaChange, _ versions: [Version], _ target: Version
  ) -> Self {
    Self(
      "every stage up to \(target.words) is lightweight, but the platform makes one step of them, which it "
        + "cannot infer from \(span(of: versions)): \(change.summary)")
  }

  fileprivate static func because(_ reason: String) -> Self { Self(reason) }

  fileprivate static var endTheRun: Self {
    Self("make one of the migrations between custom: one check under 'migration.after' does it")
  }
}
