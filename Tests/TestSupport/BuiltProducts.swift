package import Foundation

/// The folder in which the build puts the programs that the tests run.
package enum BuiltProducts {
  /// The root of the repository.
  package static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file of the repository.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  /// The folder with the built `migrate`: the one that the running tests are in.
  package static let folder: URL = {
    let running = CommandLine.arguments.map { URL(filePath: $0) }
    let folders = running.flatMap { url in
      sequence(first: url.deletingLastPathComponent(), next: { $0.deletingLastPathComponent() })
        .prefix(4)
    }
    let found = folders.first {
      FileManager.default.isExecutableFile(atPath: $0.appending(path: "migrate").path)
    }
    return found ?? repository.appending(path: ".build/debug")
  }()
}
