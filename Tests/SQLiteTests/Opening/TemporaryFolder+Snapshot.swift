import Foundation
import TestSupport

extension TemporaryFolder {
  /// Every file with its bytes and the time of its last change.
  func snapshot() throws -> [String: [String]] {
    var result: [String: [String]] = [:]
    for name in try names {
      let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
      result[name] = [
        "\(try bytes(of: name))", "\(attributes[.modificationDate] as? Date ?? .distantPast)",
      ]
    }
    return result
  }
}
