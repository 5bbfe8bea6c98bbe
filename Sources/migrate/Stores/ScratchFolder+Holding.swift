internal import Diagnostics
internal import Files

extension ScratchFolder {
  /// Creates a copy in the folder; a full disk is reported for the folder of temporary files.
  func holding<Copy>(_ body: () throws -> Copy) throws -> Copy {
    do {
      return try body()
    } catch {
      guard Failure(error).circumstance == .fullDisk else { throw error }
      throw Failure(
        unable: "disk-full", "'\(FilePath.folder(of: path))' has no room for a copy of the store",
        notes: [.init("TMPDIR names another folder for temporary files")])
    }
  }
}
