package import Diagnostics
package import SQLite

extension Diagnostic {
  /// A warning if the log of a store is cut short or damaged, so that the last changes may be missing; else
  /// empty.
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
