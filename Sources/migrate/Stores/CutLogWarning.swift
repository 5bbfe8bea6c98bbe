internal import Diagnostics
internal import SQLite

extension Diagnostic {
  /// The warning that the log of a store may lack what was written last; none where nothing shows it.
  static func cutLog(ofStoreAt path: String) -> [Diagnostic] {
    guard StoreFile.hasCutLog(path) else { return [] }
    return [
      Diagnostic(
        code: "missing-log", severity: .warning,
        "'\(path)-wal' ends in the middle of a page: what was written last may be missing",
        notes: [.init("if the store is a copy, copy all of its '-wal' again")])
    ]
  }
}
