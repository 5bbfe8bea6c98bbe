package import Foundation

/// Public files, if they lie next to the repository: to be read, never to be copied.
package enum Corpora {
  /// The folder, if it exists.
  package static let folder: URL? = {
    let url = BuiltProducts.repository.appending(path: "../shared/corpora").standardizedFileURL
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }()

  /// Why tests that need the folder are skipped.
  package static let absence = "there is no ../shared/corpora"

  /// The path of a file in it.
  package static func path(_ name: String) -> String { folder?.appending(path: name).path ?? "" }

  /// The files and folders in it whose names have an ending, by their paths in it, sorted.
  package static func paths(below name: String, endingWith suffix: String) -> [String] {
    guard let root = folder?.appending(path: name) else { return [] }
    let found =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(suffix) }.map { "\(name)/\($0)" }.sorted()
  }
}

extension Corpora {
  /// Every store that Core Data or SwiftData wrote, by its path.
  package static let stores: [String] = [".sqlite", ".moody"].flatMap {
    paths(below: "stores", endingWith: $0)
  }
}
