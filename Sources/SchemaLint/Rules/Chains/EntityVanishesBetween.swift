internal import SchemaModel

/// Flags an entity that is missing from a version between two that have it.
///
/// ## Why
///
/// A store that passes through the version between loses every object, and gets an empty entity
/// back. Most often a model was merely forgotten in the list of a version. A store that was made
/// before it and migrates straight to a later version keeps its objects, so that the loss depends
/// on which updates a user has installed, and nobody can reproduce it.
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
/// Where the version between was never released: correct it, or take it out.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/versionedschema
public struct EntityVanishesBetween: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "entity-vanishes-between"

  /// A rule without state.
  public init() {}

  /// A finding for every version that lacks an entity which the previous and a later version have.
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
