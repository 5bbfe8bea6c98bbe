internal import SchemaModel

/// Flags an entity that one version lacks, although an earlier and a later version have it.
///
/// ## Why
///
/// A store that passes through the version in between loses every object of the entity. The later
/// version gives it an empty entity back. The usual cause is a model that was forgotten in the list
/// of a version. A store from before that version keeps its objects if it migrates straight to a
/// later version. The loss therefore depends on the updates that a user has installed, and is hard
/// to reproduce.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {title: string}}
///   Shelf: {attributes: {label: string}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: string?}}
/// # V3.yaml
/// entities:
///   Book: {attributes: {title: string?}}
///   Shelf: {attributes: {label: string}}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// entities:
///   Book: {attributes: {title: string}}
///   Shelf: {attributes: {label: string}}
/// # V2.yaml
/// entities:
///   Book: {attributes: {title: string?}}
///   Shelf: {attributes: {label: string}}
/// # V3.yaml
/// entities:
///   Book: {attributes: {title: string?, isbn: string?}}
///   Shelf: {attributes: {label: string}}
/// ```
///
/// ## When it is safe
///
/// The gap is safe if the version in between was never released. Correct that version, or remove
/// it.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/versionedschema
public struct EntityVanishesBetween: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "entity-vanishes-between"

  /// A rule without state.
  public init() {}

  /// A finding for every version that lacks an entity of both the previous and a later version.
  public func findings(in chain: VersionChain) -> [Finding] {
    VanishedEntity.all(in: chain).map { vanished in
      Finding(
        Self.id, .isMissing(vanished),
        at: .version(vanished.step.target.schema.version, SchemaPath(["version"])),
        notes: [
          .init(.comesBack(vanished.name), at: .version(vanished.back, .entity(vanished.name)))
        ])
    }
  }
}

extension Finding.Message {
  fileprivate static func isMissing(_ vanished: VanishedEntity) -> Self {
    let (old, new) = (vanished.step.source.schema.version, vanished.step.target.schema.version)
    return Self(
      "\(new.words) has no '\(vanished.name)', which \(old.words) and \(vanished.back.words) have: a store that "
        + "passes through it loses every object")
  }

  fileprivate static func comesBack(_ entity: String) -> Self {
    Self("'\(entity)' comes back empty here; let the version between keep it")
  }
}
