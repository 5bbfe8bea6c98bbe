internal import SchemaModel

/// Flags the oldest version that is still in the field, if it has no schema file.
///
/// ## Why
///
/// A store of that version cannot be migrated, because no schema file describes it. Users who come
/// back after a long time often have the most data.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// version: 2.0.0
/// entities:
///   Book: {attributes: {title: string}}
/// # V2.yaml
/// version: 3.0.0
/// entities:
///   Book: {attributes: {title: string?}}
/// ```
///
/// With `oldest-supported: {Library: 1.0.0}` in `migrate.yml`.
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// version: 1.0.0
/// entities:
///   Book: {attributes: {title: string, isbn: string?}}
/// # V2.yaml
/// version: 2.0.0
/// entities:
///   Book: {attributes: {title: string}}
/// ```
///
/// ## When it is safe
///
/// Raise the number in `migrate.yml` once no store of that version is left. Without a number, the
/// rule reports nothing.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/schemamigrationplan
public struct OldestSupportedUnreachable: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "oldest-supported-unreachable"

  /// A rule without state.
  public init() {}

  /// Whether the project declares its oldest supported version.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.oldestSupported != nil }

  /// A finding if the oldest supported version has no schema file.
  public func findings(in chain: VersionChain) -> [Finding] {
    guard let oldest = chain.oldestSupported, let first = chain.versions.first,
      !chain.versions.contains(where: { $0.schema.version == oldest })
    else { return [] }
    let next = chain.versions.first { oldest < $0.schema.version } ?? first
    return [
      Finding(
        Self.id, .hasNoFile(oldest, chain.name),
        at: .version(next.schema.version, SchemaPath(["version"])),
        notes: [.init(.bringBack), .init(.known(chain.versions.map(\.schema.version)))])
    ]
  }
}

extension Finding.Message {
  fileprivate static func hasNoFile(_ oldest: Version, _ name: String) -> Self {
    Self("'\(name)' \(oldest) is still in the field, and no schema file describes it")
  }

  fileprivate static func known(_ versions: [Version]) -> Self {
    Self("known versions are \(versions.map(\.description).joined(separator: ", "))")
  }

  fileprivate static var bringBack: Self {
    Self(
      "bring its file back, or raise 'oldest-supported' in migrate.yml once no store of it is left")
  }
}
