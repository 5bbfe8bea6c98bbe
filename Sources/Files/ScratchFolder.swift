#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A folder for files that are needed for a while, where the system keeps such files or elsewhere.
///
/// It is removed, with all that is in it, when nobody holds it any more. A process that is killed
/// leaves it, and the lock on a file next to it ends: so the next one to make such a folder sees that
/// it is nobody's, and removes it.
package final class ScratchFolder: Sendable {
  private static let lockSuffix = ".lock"

  /// Where it is.
  package let path: String
  /// Nil where none can be had, so that nobody else takes the folder for abandoned.
  private let lock: Lock?

  /// A file that is locked for as long as this lives.
  private struct Lock: @unchecked Sendable {
    // Sendable: the file is opened before anybody shares it, and never touched again.
    let file: SystemFile
  }

  /// Makes a new folder, where the system keeps such folders unless it is said where.
  ///
  /// Its name begins as given. What killed processes left there under such names is removed.
  package init(in parent: String? = nil, named name: String = "migrate") throws(SystemError) {
    let parent = parent ?? TemporaryFiles.folder
    Self.removeAbandoned(in: parent, named: name)
    (path, lock) = try Self.make(in: parent, named: name)
  }

  private static func make(
    in parent: String, named name: String
  ) throws(SystemError) -> (path: String, lock: Lock?) {
    var template = Array(FilePath.join(parent, "\(name)-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SystemError(.create, parent) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(SystemError) {
      return (path, Lock(file: try SystemFile.exclusive(path + lockSuffix)))
    } catch {
      // Somebody saw it before it was locked, and takes it away.
      return error.isOfLock ? try make(in: parent, named: name) : (path, nil)
    }
  }

  /// Removes folders of that kind whose process has ended; one without a lock may be anybody's.
  private static func removeAbandoned(in parent: String, named name: String) {
    let start = name + "-"
    let length = start.utf8.count + "XXXXXX".utf8.count + lockSuffix.utf8.count
    // A folder that cannot be listed is none to clear.
    for entry in (try? FileSystem.names(in: parent)) ?? []
    where entry.hasPrefix(start) && entry.hasSuffix(lockSuffix) && entry.utf8.count == length {
      let path = FilePath.join(parent, entry)
      guard let lock = try? SystemFile.exclusive(path) else { continue }
      withExtendedLifetime(lock) { remove(String(path.dropLast(lockSuffix.count))) }
    }
  }

  /// Removes the folder, and then what says whose it is; what cannot be removed keeps that.
  private static func remove(_ path: String) {
    if FileSystem.exists(path) { try? FileSystem.removeTree(path) }
    if !FileSystem.exists(path) { try? FileSystem.remove(path + lockSuffix) }
  }

  // What cannot be removed is left to the next process, or to the system.
  deinit { withExtendedLifetime(lock) { Self.remove(path) } }

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
    try copy.write(contentsOf: source)
    try copy.flush()
  }
}
