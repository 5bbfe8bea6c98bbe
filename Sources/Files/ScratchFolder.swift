#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A folder for files that are needed for a while, where the system keeps such files or elsewhere.
///
/// It is removed, with all that is in it, when nobody holds it any more.
package final class ScratchFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Makes a new folder, where the system keeps such folders unless it is said where.
  ///
  /// Its name begins as given.
  package init(in parent: String? = nil, named name: String = "migrate") throws(SystemError) {
    let usual = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let parent = parent ?? usual
    var template = Array(FilePath.join(parent, "\(name)-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SystemError(.create, parent) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // What cannot be removed is left to the system, which clears such folders by itself.
  deinit { try? FileSystem.removeTree(path) }

  /// The path of something in it.
  package func path(of name: String) -> String { FilePath.join(path, name) }
}

extension FileSystem {
  /// Removes a file, or a folder with all that is in it; a link is removed and not followed.
  package static func removeTree(_ path: String) throws(SystemError) {
    guard FileStatus(path: path, followingLinks: false)?.kind == .directory else {
      return try remove(path)
    }
    for name in try names(in: path) { try removeTree(FilePath.join(path, name)) }
    try removeFolder(path)
  }

  /// Copies a file to a name that nothing has yet.
  package static func copy(_ path: String, to target: String) throws(SystemError) {
    let source = try SystemFile.reading(path)
    let copy = try SystemFile.exclusive(target)
    while case let piece = try source.read(upTo: SystemFile.pieceSize), !piece.isEmpty {
      try copy.write(piece)
    }
    try copy.flush()
  }
}
