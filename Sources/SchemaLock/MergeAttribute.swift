internal import Files

/// The line in `.gitattributes` that lets git merge locks without conflicts.
///
/// Two branches that each released a version add lines at the same place, which is a conflict for git. As
/// every line is independent, the lines of both branches are kept.
public enum MergeAttribute {
  /// The line.
  public static let line = "\(LockFile.name) merge=union"

  /// The corrected `.gitattributes` of a folder; nil if the file is correct already.
  ///
  /// - Throws: the system's error, if an existing file cannot be read.
  public static func file(inFolder folder: String) throws -> (path: String, text: String)? {
    let path = FilePath.join(folder, ".gitattributes")
    guard FileSystem.exists(path) else { return (path, line + "\n") }
    let bytes = try FileSystem.contents(of: path, upTo: FileSystem.textLimit)
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split { $0.isNewline }
    if lines.contains(where: { $0.hasPrefix(LockFile.name) && $0.contains("merge") }) { return nil }
    return (path, text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + line + "\n")
  }
}
