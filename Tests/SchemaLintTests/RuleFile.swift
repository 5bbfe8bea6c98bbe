import Foundation
import TestSupport

/// The file of a rule or of its tests, which is found by its name in the folder of its kind.
enum RuleFile {
  /// The only file of that name below a folder of the repository; nil where there is none, or where
  /// there are several.
  static func named(_ name: String, below folder: String) throws -> URL? {
    let root = BuiltProducts.repository.appending(path: folder)
    let found = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { URL(filePath: $0).lastPathComponent == name }
    return found.count == 1 ? root.appending(path: found[0]) : nil
  }

  /// The name of a rule's type: `missing-inverse` is `MissingInverse`.
  static func typeName(_ rule: String) -> String {
    rule.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
