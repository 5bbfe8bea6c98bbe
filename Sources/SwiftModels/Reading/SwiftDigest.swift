internal import Digests
internal import Files

/// A digest of the paths and texts of Swift files.
public struct SwiftDigest: Hashable, Sendable {
  /// The bytes of the digest.
  public let bytes: [UInt8]

  /// Computes the digest of the Swift files at these paths, and in the folders among them.
  ///
  /// Nil if a file cannot be read, or is a pipe, which can be read only once.
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

  /// Computes the digest of files from the digests of their texts.
  init(of files: [(path: String, digest: [UInt8])]) {
    var digest = Digest(.sha256)
    for file in files {
      // The NUL byte ends the path, because no path contains one.
      digest.update(utf8: file.path + "\0")
      digest.update(file.digest)
    }
    bytes = digest.finalize()
  }
}
