internal import Diagnostics
internal import Files

/// The Swift files that paths name, and what kept some from being found.
struct SwiftFiles {
  /// The files, sorted, each once.
  let paths: [String]
  /// The folders that could not be read.
  let problems: [Diagnostic]

  /// The Swift files at these paths, and in the folders among them.
  init(at paths: [String]) {
    let search = FileSearch(endingIn: ".swift", at: paths)
    self.paths = search.files
    problems = search.problems.map { Diagnostic(code: "unreadable-file", $0.message) }
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
