internal import Digests
internal import Files

/// The digest of Swift files: of their paths, and of all that they say.
public struct SwiftDigest: Hashable, Sendable {
  /// The digest.
  public let bytes: [UInt8]

  /// The digest of the Swift files at these paths, and in the folders among them; nil where one cannot
  /// be read, or is a pipe, which can be read only once.
  public init?(ofFilesAt paths: [String]) {
    let files = SwiftFiles(at: paths)
    guard files.problems.isEmpty else { return nil }
    let digests = files.paths.deepMap { path in
      FileStatus(path: path)?.kind == .file
        ? (try? SwiftFiles.bytes(of: path)).map { Digest.of($0) } : nil
    }
    guard !digests.contains(nil) else { return nil }
    self.init(of: Array(zip(files.paths, digests.compactMap(\.self))))
  }

  /// The digest of files, by the digest of each one's text.
  init(of files: [(path: String, digest: [UInt8])]) {
    var digest = Digest(.sha256)
    for file in files {
      // A path ends where no path goes on.
      digest.update(utf8: file.path + "\0")
      digest.update(file.digest)
    }
    bytes = digest.finalize()
  }
}
