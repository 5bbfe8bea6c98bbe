#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A temporary folder, in the system's folder for temporary files or elsewhere.
///
/// It is removed with its content when the object is deallocated. If the process is killed, the folder
/// remains, but the lock on a file next to it ends. The next process that creates such a folder sees that it
/// is abandoned, and removes it.
package final class ScratchFolder: Sendable {
  private static let lockSuffix = ".lock"

  /// The path of the folder.
  package let path: String
  /// Keeps other processes from removing the folder as abandoned; nil if no lock could be taken.
  private let lock: Lock?

  /// A file that is locked for the lifetime of this value.
  private struct Lock: @unchecked Sendable {
    // Sendable: the file is opened before it is shared, and never touched again.
    let file: SystemFile
  }

  /// Creates a new folder, in the system's folder for temporary files unless another is given.
  ///
  /// The name of the folder begins with `name`, or with `migrate`. Folders that killed processes left under such names are
  /// removed.
  package init(in parent: String? = nil, named name: String? = nil) throws(SystemError) {
    let place = (parent ?? TemporaryFiles.folder, name ?? Self.usualName)
    if parent == nil, name == nil {
      Self.usualRemoval
    } else {
      Self.removeAbandoned(in: place.0, named: place.1)
    }
    (path, lock) = try Self.make(in: place.0, named: place.1)
  }

  private static let usualName = "migrate"

  /// The removal in the system's folder, which may have thousands of files: once for each process.
  private static let usualRemoval: Void = removeAbandoned(
    in: TemporaryFiles.folder, named: usualName)

  private static func make(
    in parent: String, named name: String
  ) throws(SystemError) -> (path: String, lock: Lock?) {
    var template = Array(FilePath.join(parent, "\(name)-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw SystemError(.create, parent) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(SystemError) {
      return (path, Lock(file: try SystemFile.exclusive(path + lockSuffix)))
    } catch {
      // Another process saw the folder before it was locked, and removes it.
      return error.isOfLock ? try make(in: parent, named: name) : (path, nil)
    }
  }

  /// Removes such folders whose process has ended; a folder without a lock file may still be in use.
  private static func removeAbandoned(in parent: String, named name: String) {
    let start = name + "-"
    let length = start.utf8.count + "XXXXXX".utf8.count + lockSuffix.utf8.count
    // A folder that cannot be listed has nothing to remove.
    for entry in (try? FileSystem.names(in: parent)) ?? []
    where entry.hasPrefix(start) && entry.hasSuffix(lockSuffix) && entry.utf8.count == length {
      let path = FilePath.join(parent, entry)
      guard let lock = try? SystemFile.exclusive(path) else { continue }
      withExtendedLifetime(lock) { remove(String(path.dropLast(lockSuffix.count))) }
    }
  }

  /// Removes the folder, and then its lock file; if the folder cannot be removed, the lock file stays.
  private static func remove(_ path: String) {
    if FileSystem.exists(path) { try? FileSystem.removeTree(path) }
    if !FileSystem.exists(path) { try? FileSystem.remove(path + lockSuffix) }
  }

  // A folder that cannot be removed is left to the next process, or to the system.
  deinit { withExtendedLifetime(lock) { Self.remove(path) } }

  /// The path of a file in the folder.
  package func path(of name: String) -> String { FilePath.join(path, name) }
}

extension FileSystem {
  /// Removes a file, or a folder with its content; a link is removed and not followed.
  package static func removeTree(_ path: String) throws(SystemError) {
    guard FileStatus(path: path, followingLinks: false)?.kind == .directory else {
      return try remove(path)
    }
    for name in try names(in: path) { try removeTree(FilePath.join(path, name)) }
    try removeFolder(path)
  }

  /// Copies a file to a name that does not exist yet.
  package static func copy(_ path: String, to target: String) throws(SystemError) {
    let source = try SystemFile.reading(path)
    let copy = try SystemFile.exclusive(target)
    try copy.write(contentsOf: source)
    try copy.flush()
  }
}
