import Foundation

/// A folder that is gone when the test is.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "migrate-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
  }

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: file(name))))
  }

  /// Every file with its bytes and the time of its last change.
  func snapshot() throws -> [String: [String]] {
    var result: [String: [String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
      result[name] = [
        "\(try bytes(of: name))", "\(attributes[.modificationDate] as? Date ?? .distantPast)",
      ]
    }
    return result
  }
}
