internal import SchemaModel

/// Flags a version that is missing between two others.
///
/// ## Why
///
/// Stores of the missing version are in the field, if that version was released. No schema file
/// describes them: no plan starts from them, and no step from that version is checked.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// version: 1.0.0
/// entities:
///   Book: {attributes: {title: string}}
/// # V2.yaml
/// version: 3.0.0
/// entities:
///   Book: {attributes: {title: string?}}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// version: 1.0.0
/// entities:
///   Book: {attributes: {title: string}}
/// # V2.yaml
/// version: 2.0.0
/// entities:
///   Book: {attributes: {title: string?}}
/// ```
///
/// Or restore the missing file: take it from an older revision of the repository, or make it from a
/// store with `migrate import`.
///
/// ## When it is safe
///
/// The gap is safe if the versions have the app's own numbers and not every release changed the
/// model. Set the rule to `off` in this case. `released-version-edited` still reports a version in
/// `schema.lock` that has no schema file.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/versionedschema
public struct VersionGap: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "version-gap"

  /// A rule without state.
  public init() {}

  /// A finding for every version whose number does not follow the previous number.
  public func findings(in chain: VersionChain) -> [Finding] {
    chain.steps.compactMap { step in
      let (before, after) = (step.source.schema.version, step.target.schema.version)
      guard let missing = before.missing(before: after) else { return nil }
      return Finding(
        Self.id, .isMissing(missing, before, after), at: .version(after, SchemaPath(["version"])),
        notes: [.init(.bringBack)])
    }
  }
}

extension Version {
  /// The missing number between this version and a later version; nil if the later version follows
  /// directly.
  fileprivate func missing(before next: Version) -> Version? {
    if next.major > major + 1 { return Version(major + 1) }
    guard next.major == major else { return nil }
    if next.minor > minor + 1 { return Version(major, minor + 1) }
    return next.minor == minor && next.patch > patch + 1 ? Version(major, minor, patch + 1) : nil
  }
}

extension Finding.Message {
  fileprivate static func isMissing(
    _ missing: Version, _ before: Version, _ after: Version
  ) -> Self {
    Self("\(after.words) comes directly after \(before.words): where is \(missing)?")
  }

  fileprivate static var bringBack: Self {
    Self("bring its file back, or number the versions one after the other")
  }
}
