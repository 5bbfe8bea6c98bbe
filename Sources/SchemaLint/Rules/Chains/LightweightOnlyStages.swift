internal import MigrationPlanner
internal import SchemaModel

/// Flags consecutive lightweight stages that the platform cannot infer as a single step.
///
/// ## Why
///
/// The platform collapses lightweight stages that follow each other into a run. It tries to infer a
/// single step, from the version of the store to the last version of the run. This can fail even if
/// every stage can be inferred by itself. The launch then fails ("missing mapping model"), but only
/// for users who skipped an update.
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
/// Make a stage custom, which ends the run. A single check makes a stage custom. Or give the new
/// attribute another name, such as `publishedIn` instead of `year`.
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
/// The stages are safe if only `migrate apply` migrates the stores, because it goes through every
/// version. They are also safe if only the last two versions are in the field.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/staged-migrations
public struct LightweightOnlyStages: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "lightweight-only-stages"

  /// A rule without state.
  public init() {}

  /// A finding for every change that prevents the platform from inferring a run as a whole.
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
