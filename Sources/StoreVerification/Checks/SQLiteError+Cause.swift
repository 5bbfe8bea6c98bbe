internal import SQLite

extension SQLiteError {
  /// Whether the failure tells something about the store, and not about the moment.
  ///
  /// A lock, a lack of memory or an interruption passes; it ends a verification and is no finding.
  var isAboutTheStore: Bool {
    ![.busy, .locked, .interrupted, .outOfMemory].contains(primaryCode)
  }

  /// Whether the same would go well at another time, or with more room.
  var isAboutTheMoment: Bool { !isAboutTheStore || primaryCode == .full }

  /// Whether what was asked is the reason, or a value that it was asked of, and not the file.
  var isAboutTheQuery: Bool { [.error, .mismatch, .tooBig].contains(primaryCode) }

  /// The finding for a file that could not be read.
  var finding: Finding {
    Finding(
      needsApp ? .needsApp(table: nil, reason: message) : .damagedStore(detail: message))
  }
}
