internal import Files

/// The line in `.gitattributes` by which git merges locks without asking anybody.
///
/// Two branches that each released a version add lines at the same place, which git by itself
/// calls a conflict. As every line stands for itself, the lines of both are right.
public enum MergeAttribute {
  /// The line.
  public static let line = "\(LockFile.name) merge=union"

  /// The `.gitattributes` of a folder as it should be; nil where it is.
  ///
  /// - Throws: what the system says, where there is one that cannot be read.
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
