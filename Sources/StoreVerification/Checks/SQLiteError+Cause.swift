internal import SQLite

extension SQLiteError {
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
