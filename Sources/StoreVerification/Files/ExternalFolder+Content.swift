internal import Digests
internal import Files
internal import SQLiteStore

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
  /// The file is read piece by piece, so that its size does not matter.
  func digest(of name: String) throws -> String {
    let file = try SystemFile.reading(path(of: name))
    var digest = Digest(.sha256)
    while case let piece = try file.read(upTo: 1 << 20), !piece.isEmpty { digest.update(piece) }
    return digest.finalize().hexadecimal
  }
}
