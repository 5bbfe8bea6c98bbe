package import Diagnostics
package import SQLite

extension Diagnostic {
  /// The warning that the log of a store may lack what was written last; none where nothing shows it.
  package static func cutLog(ofStoreAt path: String) throws(StoreOpenError) -> [Diagnostic] {
    guard try StoreFile.hasCutLog(path) else { return [] }
    return [
      Diagnostic(
        code: "missing-log", severity: .warning,
        "'\(path)-wal' is cut short or damaged: what was written last may be missing",
        notes: [.init("if the store is a copy, copy all of its '-wal' again")])
    ]
  }
}
