internal import Diagnostics
internal import Files

/// Finds the Swift files that paths name.
public enum SwiftFiles {
  /// Folders of what others wrote or a build made, which nobody means by naming what is around
  /// them.
  private static let foreign: Set = ["Pods", "Carthage", "DerivedData", "node_modules"]

  /// The Swift files at these paths, and in the folders among them, sorted, each once.
  ///
  /// Hidden folders, links to folders, and folders of what others wrote are left out unless they
  /// are named themselves.
  public static func find(_ paths: [String]) -> [String] {
    var found: Set<String> = []
    for path in paths {
      if FileSystem.isFolder(path) { collect(path, into: &found) } else { found.insert(path) }
    }
    return found.sorted()
  }

  private static func collect(_ folder: String, into found: inout Set<String>) {
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      guard !name.hasPrefix("."), !foreign.contains(name) else { continue }
      let path = FilePath.join(folder == "." ? "" : folder, name)
      switch FileStatus(path: path, followingLinks: name.hasSuffix(".swift"))?.kind {
      case .directory: collect(path, into: &found)
      case .file: if name.hasSuffix(".swift") { found.insert(path) }
      case .other, nil: break
      }
    }
  }

  /// The text of a file.
  static func text(of path: String) throws(DiagnosticsError) -> String {
    do throws(SystemError) {
      return String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    } catch {
      throw DiagnosticsError([Diagnostic(code: "unreadable-file", error.message)])
    }
  }
}
