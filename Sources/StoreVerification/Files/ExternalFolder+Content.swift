internal import Digests
internal import SQLiteStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ExternalFolder {
  /// Whether a value can be the name of a file: a SHA-256 in lower-case hexadecimal digits.
  ///
  /// Anything else might lead out of the folder.
  static func isFileName(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The SHA-256 of a file's content, in hexadecimal digits.
  ///
  /// The file is mapped and read piece by piece, so that its size does not matter.
  func digest(of name: String) throws -> String {
    let content = try Data(contentsOf: URL(filePath: path(of: name)), options: .mappedIfSafe)
    var digest = Digest(.sha256)
    var start = content.startIndex
    while start < content.endIndex {
      let end = min(start + (1 << 20), content.endIndex)
      digest.update(Array(content[start..<end]))
      start = end
    }
    return digest.finalize().hexadecimal
  }
}
