internal import SchemaModel

/// Flags versions whose order differs from the order of their file names.
///
/// ## Why
///
/// People read the files in the order of their names: `V2.yaml` comes after `V1.yaml`. If the
/// versions in the files have another order, one of the two orders is a mistake. Stores then go
/// through the versions in an order that was not intended.
///
/// ## Example
///
/// ```yaml
/// # V1.yaml
/// version: 2.0.0
/// entities:
///   Book: {attributes: {title: string?}}
/// # V2.yaml
/// version: 1.0.0
/// entities:
///   Book: {attributes: {title: string}}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// # V1.yaml
/// version: 1.0.0
/// entities:
///   Book: {attributes: {title: string?}}
/// # V2.yaml
/// version: 2.0.0
/// entities:
///   Book: {attributes: {title: string}}
/// ```
///
/// ## When it is safe
///
/// The order is safe if the numbers in the file names mean something else. The rule ignores files
/// without numbers in their names.
///
/// ## References
///
/// - https://semver.org
public struct VersionOrder: ChainRule {
  /// The rule's name.
  public static let id: RuleID = "version-order"

  /// A rule without state.
  public init() {}

  /// A finding for every version that comes before the previous version by its file name.
  public func findings(in chain: VersionChain) -> [Finding] {
    guard let newest = chain.newest?.schema.version else { return [] }
    return chain.steps.filter(\.isOutOfOrder).map { step in
      let place = Finding.Place.version(step.source.schema.version, SchemaPath(["version"]))
      return Finding(
        Self.id, .areSwapped(step.source, step.target), at: place,
        notes: [.init(.numberAnew(Version(newest.major + 1)))])
    }
  }
}

extension VersionStep {
  /// Whether the file names put the later version first, so that the step is a mistake.
  var isOutOfOrder: Bool {
    guard let first = source.numbersInName, let second = target.numbersInName else { return false }
    return second.lexicographicallyPrecedes(first)
  }
}

extension SchemaDocument {
  /// The name of the file, without the folder.
  fileprivate var fileName: Substring? { file?.split(separator: "/").last }

  /// The numbers in the name of the file; nil if it has none.
  fileprivate var numbersInName: [Int]? {
    let numbers = fileName?.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) } ?? []
    return numbers.isEmpty ? nil : numbers
  }
}

extension Finding.Message {
  fileprivate static func areSwapped(_ before: SchemaDocument, _ after: SchemaDocument) -> Self {
    Self(
      "'\(before.fileName ?? "")' has version \(before.schema.version.words), and '\(after.fileName ?? "")' "
        + "the later \(after.schema.version.words)")
  }

  fileprivate static func numberAnew(_ free: Version) -> Self {
    Self("write 'version: \(free)', which is free, or give the files the order of their versions")
  }
}
