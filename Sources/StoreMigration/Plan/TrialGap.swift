/// The reason why a migration was not tried on a copy of the store, or not completely.
public enum TrialGap: Hashable, Sendable {
  /// The store has more bytes than are copied without a request.
  case size(Int64, limit: Int64)
  /// More bytes were written to files next to the store, and read again, than a trial keeps.
  case files
  /// The folder for temporary files has no room for the copy.
  case room(folder: String)
  /// The statements take longer than a trial may, with the reason.
  case steps(String)
  /// SQLite could not carry the trial out, with its reason.
  case failed(String)
}
