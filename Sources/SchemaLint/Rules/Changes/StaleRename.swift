internal import Diagnostics
internal import SchemaModel

/// Flags a `renamedFrom` that says nothing about the step it stands in.
///
/// ## Why
///
/// The old name is older than the version before, where the new name was in use already. Who reads
/// it looks for a rename that is not there; and should the old name come back one day for something
/// else, the line means something again.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: {type: string, renamedFrom: name}}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book:
///     attributes: {title: string}
/// # V2.yaml
/// entities:
///   Book:
///     attributes: {title: {type: string}}
/// ```
///
/// ## When it is safe
///
/// Where it is carried along on purpose: the platform goes from an old version to the newest in one
/// step, and finds the old values by it. So this is worth a note at most, and off until asked for.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct StaleRename: ChangeRule {
  /// The rule's name.
  public static let id: RuleID = "stale-rename"

  /// A rule without state.
  public init() {}

  /// A finding for every such line that the version's own file has.
  public func findings(in step: VersionStep) -> [Finding] {
    step.target.schema.entities.flatMap { entity in
      [finding(entity.name, entity.renamedFrom, .entity(entity.name), in: step)]
        + entity.attributes.map { attribute in
          finding(
            attribute.name, attribute.renamedFrom,
            .property(attribute.name, of: entity.name, .attributes), in: step)
        }
        + entity.relationships.map { relationship in
          finding(
            relationship.name, relationship.renamedFrom,
            .property(relationship.name, of: entity.name, .relationships), in: step)
        }
    }.compactMap { $0 }
  }

  /// Inherited lines stand in the file of the version that they are about.
  private func finding(
    _ name: String, _ old: String?, _ path: SchemaPath, in step: VersionStep
  ) -> Finding? {
    let place = path.appending("renamedFrom")
    guard let old, step.isStale(renamedFrom: old, at: path),
      step.target.sources.exactLocation(of: place)?.file == step.target.file
    else { return nil }
    return Finding(
      Self.id, .isEstablished(name, step, old), at: .part(place), notes: [.init(.leaveOut)],
      fix: Fix(.safe, [.unset(key: "renamedFrom", in: path)]))
  }
}

extension Finding.Message {
  fileprivate static func isEstablished(_ name: String, _ step: VersionStep, _ old: String) -> Self
  {
    Self(
      "'\(name)' has that name since \(step.source.schema.version) or before, so 'renamedFrom: "
        + "\(old)' says nothing")
  }

  fileprivate static var leaveOut: Self { Self("leave 'renamedFrom' out") }
}
