public import Diagnostics
internal import Files

extension LockFile {
  /// Reads a lock from a text, under the name that messages use.
  ///
  /// - Throws: all problems of the lock: an unresolved merge, a version that two branches released, invalid
  ///   lines.
  public init(text: String, name: String) throws(DiagnosticsError) {
    self = try LockReader.lock(text, file: name, of: nil)
  }

  /// Reads the lock in a folder of schema files; nil if none exists.
  ///
  /// - Throws: all problems of the lock, also if it belongs to a model other than `model`.
  public static func read(
    inFolder folder: String, of model: String?
  ) throws(DiagnosticsError) -> LockFile? {
    let path = path(inFolder: folder)
    guard FileSystem.exists(path) else { return nil }
    return try LockReader.lock(content(of: path), file: path, of: model)
  }

  /// The path of the lock in a folder of schema files.
  public static func path(inFolder folder: String) -> String { FilePath.join(folder, name) }

  private static func content(of path: String) throws(DiagnosticsError) -> String {
    do throws(SystemError) {
      let bytes = try FileSystem.contents(of: path, upTo: FileSystem.textLimit)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      let problem = LockProblem.unreadable(path: path, reason: error.reason)
      throw DiagnosticsError([problem.diagnostic(at: nil)])
    }
  }
}
