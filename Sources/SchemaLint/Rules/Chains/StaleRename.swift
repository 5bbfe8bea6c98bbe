internal import Diagnostics
internal import SchemaModel

/// Flags a `renamedFrom` that has no effect in the step to its version.
///
/// ## Why
///
/// The previous version already has the new name, so the rename is older than this step. Readers
/// look for a rename that does not exist. If a later version uses the old name for something else,
/// the line has an effect again.
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
/// The line only misleads, so this rule is off by default. The rule does not flag a line that is
/// needed by a store that skips versions. The platform goes over lightweight steps at once, and
/// finds the old values by this line. The rule also does not flag a line that a later version needs
/// because it uses the old name again. `migrate new` writes such lines. Without them,
/// `skip-hop-unsafe` reports the loss.
///
/// ## References
///
/// - https://developer.apple.com/documentation/coredata/using-lightweight-migration
public struct StaleRename: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "stale-rename"

  /// A rule without state.
  public init() {}

  /// A finding for every such line in the version's own file.
  public func findings(in chain: VersionChain) -> [Finding] {
    chain.steps.flatMap { step in
      Line.all(in: step).filter {
        let version = step.target.schema.version
        return !chain.isNeeded($0, by: version) && !chain.isReadLater($0, than: version)
      }.map { $0.finding(in: step) }
    }
  }
}

/// A `renamedFrom` that has no effect in the step to its version.
private struct Line {
  /// The entity or property with the line.
  let part: PropertyTrail.Part
  /// The old name.
  let old: String

  /// The lines in the version's own file.
  ///
  /// An inherited line stands in the file of the version that it belongs to.
  static func all(in step: VersionStep) -> [Line] {
    step.target.schema.entities.flatMap { entity in
      [(PropertyTrail.Part(entity: entity.name), entity.renamedFrom)]
        + entity.attributes.map { (.init(entity: entity.name, property: $0.name), $0.renamedFrom) }
        + entity.relationships.map {
          (.init(entity: entity.name, property: $0.name, kind: .relationships), $0.renamedFrom)
        }
    }.compactMap { part, old in
      guard let old, step.isStale(renamedFrom: old, at: part.path),
        step.target.sources.exactLocation(of: part.path.appending("renamedFrom"))?.file
          == step.target.file
      else { return nil }
      return Line(part: part, old: old)
    }
  }

  func finding(in step: VersionStep) -> Finding {
    Finding(
      StaleRename.id, .isEstablished(part.property ?? part.entity, step, old),
      at: .version(step.target.schema.version, part.path.appending("renamedFrom")),
      notes: [.init(.leaveOut)],
      fix: Fix(.safe, [.unset(key: "renamedFrom", in: part.path)]))
  }
}

extension VersionChain {
  /// Whether a store needs the line if it skips lightweight steps to the version of the line.
  fileprivate func isNeeded(_ line: Line, by version: Version) -> Bool {
    guard
      let run = runs.first(where: { $0.steps.contains { $0.target.schema.version == version } }),
      let last = run.steps.lastIndex(where: { $0.target.schema.version == version })
    else { return false }
    var part = line.part
    for step in run.steps[...last].reversed() {
      guard let origin = step.origin(of: part) else { return false }
      if (origin.property ?? origin.entity) == line.old { return true }
      part = origin
    }
    return false
  }

  /// Whether a later step finds the part by the old name in the line.
  fileprivate func isReadLater(_ line: Line, than version: Version) -> Bool {
    var part = line.part
    for step in steps where step.source.schema.version >= version {
      guard let heir = PropertyTrail(over: step).origins.first(where: { $0.value == part })?.key
      else { return false }
      let (name, firstName) = (
        heir.property ?? heir.entity, step.target.schema.firstName(of: heir)
      )
      guard name == part.property ?? part.entity else {
        return name == line.old || firstName == line.old
      }
      guard firstName == line.old else { return false }
      part = heir
    }
    return false
  }
}

extension Schema {
  /// The old name that an entity or a property declares.
  fileprivate func firstName(of part: PropertyTrail.Part) -> String? {
    guard let property = part.property else { return entity(named: part.entity)?.renamedFrom }
    return switch part.kind {
    case .attributes: attribute(named: property, of: part.entity)?.attribute.renamedFrom
    case .relationships: relationship(named: property, of: part.entity)?.relationship.renamedFrom
    }
  }
}

extension Finding.Message {
  fileprivate static func isEstablished(_ name: String, _ step: VersionStep, _ old: String) -> Self
  {
    Self(
      "'\(name)' has that name since \(step.source.schema.version.words) or before, so 'renamedFrom: "
        + "\(old)' says nothing")
  }

  fileprivate static var leaveOut: Self { Self("leave 'renamedFrom' out") }
}
