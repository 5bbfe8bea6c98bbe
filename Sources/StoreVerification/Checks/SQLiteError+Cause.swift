internal import SQLite

extension SQLiteError {
  /// Whether the same query could succeed at another time, or with more room.
  var isAboutTheMoment: Bool { !isAboutTheStore || primaryCode == .full }

  /// Whether the query or one of its values is the cause, and not the file.
  var isAboutTheQuery: Bool { [.error, .mismatch, .tooBig].contains(primaryCode) }

  /// The finding for a file that could not be read.
  var finding: Finding {
    Finding(
      needsApp ? .needsApp(table: nil, reason: message) : .damagedStore(detail: message))
  }
}
