internal import SchemaModel

/// The names of the schema files that a whole history is written to.
///
/// `V3.yaml` says that there is a `V2.yaml`: whoever reads the folder takes a gap for a file that was
/// lost. So from the first number on that a history leaves out, its files are named by their whole
/// version; those before keep their names when a version is added later.
///
/// ```swift
/// VersionFileNames.all(of: [Version(1), Version(2), Version(4)])
/// // ["V1.yaml", "V2.yaml", "V4.0.0.yaml"]
/// ```
enum VersionFileNames {
  /// A name for each version, in the same order.
  static func all(of versions: [Version]) -> [String] {
    let numbers = versions.filter { $0 == Version($0.major) }.map(\.major).sorted()
    let gap = zip(numbers, numbers.dropFirst()).first { $1 > $0 + 1 }
    let last = gap?.0 ?? numbers.last ?? 0
    return versions.map { $0.major <= last ? $0.fileName : "V\($0).yaml" }
  }
}
