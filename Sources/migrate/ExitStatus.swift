/// The exit status of a command, for scripts.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case findings = 1
  case unable = 2
  case refused = 3
  case rolledBack = 4
  case needsAttention = 5
  case usage = 64
  case interrupted = 130

  /// The stable name in JSON.
  var name: String {
    switch self {
    case .done: "done"
    case .findings: "findings"
    case .unable: "unable"
    case .refused: "refused"
    case .rolledBack: "rolled-back"
    case .needsAttention: "needs-attention"
    case .usage: "usage"
    case .interrupted: "interrupted"
    }
  }

  /// The meaning in a phrase.
  var meaning: String {
    switch self {
    case .done: "done, nothing objectionable"
    case .findings: "findings: lint errors, drift, a failed check"
    case .unable: "the job could not be done: bad input, an unreadable file; nothing was changed"
    case .refused:
      "refused by policy: unapproved data loss, a stale plan, an edited released version, "
        + "a busy store"
    case .rolledBack: "the migration failed and was rolled back"
    case .needsAttention: "the store needs attention; the one command to run is printed"
    case .usage: "the command line was wrong"
    case .interrupted: "interrupted, after a safe rollback"
    }
  }
}
