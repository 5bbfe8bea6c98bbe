internal import Diagnostics
internal import Files

/// The file operations of an import, with errors as diagnostics.
enum SourceFiles {
  /// The maximum size of a file in bytes.
  private static let limit: Int64 = 64 << 20

  /// The kind of item at a path.
  enum Kind {
    case file
    case folder
  }

  /// The kind of item at a path; nil if the path does not exist.
  static func kind(of path: String) -> Kind? {
    guard FileSystem.exists(path) else { return nil }
    return FileSystem.isFolder(path) ? .folder : .file
  }

  /// The bytes of a file.
  static func bytes(of path: String) throws(DiagnosticsError) -> [UInt8] {
    guard kind(of: path) != nil else { throw problem(.missing(path)) }
    if let size = FileSystem.size(of: path), size > limit {
      throw problem(.tooLarge(path, bytes: size))
    }
    do throws(SystemError) {
      return try FileSystem.contents(of: path, upTo: Int(limit))
    } catch {
      throw problem(.unreadable(path, error.reason))
    }
  }

  /// The names in a folder, in natural order.
  static func names(in folder: String) throws(DiagnosticsError) -> [String] {
    do throws(SystemError) {
      return try FileSystem.names(in: folder).sorted(by: NaturalOrder.precedes)
    } catch {
      throw problem(.unreadable(folder, error.reason))
    }
  }

  private static func problem(_ problem: ImportProblem) -> DiagnosticsError {
    DiagnosticsError([problem.diagnostic(at: nil)])
  }
}

extension String {
  /// The last component of a path.
  var lastPathPart: String { FilePath.name(of: withoutTrailingSlash) }

  /// The path without trailing slashes.
  var withoutTrailingSlash: String {
    var path = self[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  /// The text without a suffix, if it ends with it.
  func withoutSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
