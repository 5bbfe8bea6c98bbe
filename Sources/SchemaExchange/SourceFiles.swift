internal import Diagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What importing asks of the disk.
enum SourceFiles {
  /// The largest file that is loaded whole.
  private static let limit = 64 << 20

  /// What is at a path.
  enum Kind {
    case file
    case folder
  }

  /// What is at a path, if there is anything.
  static func kind(of path: String) -> Kind? {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    return isFolder ? .folder : .file
  }

  /// The bytes of a file.
  static func bytes(of path: String) throws(DiagnosticsError) -> [UInt8] {
    guard kind(of: path) != nil else { throw problem(.missing(path)) }
    let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    guard size <= limit else { throw problem(.tooLarge(path, bytes: size)) }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw problem(.unreadable(path))
    }
    return Array(data)
  }

  /// The names in a folder, in natural order.
  static func names(in folder: String) throws(DiagnosticsError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .sorted(by: NaturalOrder.precedes)
    } catch {
      throw problem(.unreadable(folder))
    }
  }

  private static func problem(_ problem: ImportProblem) -> DiagnosticsError {
    DiagnosticsError([problem.diagnostic(at: nil)])
  }
}

extension String {
  /// The last part of a path.
  var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }

  /// The path without its slashes at the end.
  var withoutTrailingSlash: String {
    var path = self[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  /// The text without that ending, if it has it.
  func withoutSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
