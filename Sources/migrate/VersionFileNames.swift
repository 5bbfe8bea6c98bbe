internal import SchemaModel

/// The names of the schema files of a whole history.
///
/// `V3.yaml` implies a `V2.yaml`: a gap in the numbers is read as a lost file. So from the first missing
/// number on, files are named by their full version. The files before it keep their names when a version is
/// added later.
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
