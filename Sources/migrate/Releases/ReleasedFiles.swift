internal import Diagnostics
internal import Files
internal import SchemaLock
internal import SchemaModel

/// The schema files that no command edits, because their versions are released.
enum ReleasedFiles {
  /// The files of the versions that the lock next to them pins.
  ///
  /// - Throws: the problems of a lock, because the released versions are unknown then.
  static func files(of histories: [SchemaHistory]) throws(DiagnosticsError) -> Set<String> {
    var locks: [String: LockFile?] = [:]
    var result: Set<String> = []
    for document in histories.flatMap(\.versions) {
      guard let file = document.file else { continue }
      let folder = FilePath.folder(of: file)
      let lock: LockFile?
      if let known = locks[folder] {
        lock = known
      } else {
        lock = try LockFile.read(inFolder: folder, of: nil)
        locks[folder] = .some(lock)
      }
      if lock?[document.schema.version] != nil { result.insert(file) }
    }
    return result
  }
}
