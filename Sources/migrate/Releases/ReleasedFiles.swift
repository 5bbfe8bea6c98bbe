internal import Diagnostics
internal import Files
internal import SchemaLock
internal import SchemaModel

/// The schema files that no command edits, for what they say is out in the field.
enum ReleasedFiles {
  /// The files of the versions that the lock next to them pins.
  ///
  /// - Throws: what is wrong with a lock, for then nobody knows what is released.
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
