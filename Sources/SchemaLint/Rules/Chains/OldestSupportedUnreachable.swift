internal import SchemaModel

/// Flags that the oldest version which is still in the field has no schema file to start from.
///
/// ## Why
///
/// A store of that version cannot be migrated: nothing here says what it looks like. Users who come
/// back after a long time are those with the most data.
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
/// Once no store of that version is left: raise the number in `migrate.yml`. Without a number there
/// nothing is said.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/schemamigrationplan
public struct OldestSupportedUnreachable: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "oldest-supported-unreachable"

  /// A rule without state.
  public init() {}

  /// Whether somebody says which version is the oldest in the field.
  public func canJudge(_ chain: VersionChain) -> Bool { chain.oldestSupported != nil }

  /// A finding where that version has no file.
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
