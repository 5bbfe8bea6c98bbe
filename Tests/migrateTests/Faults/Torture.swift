import Foundation

/// Trials that every test run makes in part, and `make torture` to the end.
enum Torture {
  /// Whether all trials are requested: `TORTURE=1` in the environment.
  static let isAskedFor = ProcessInfo.processInfo.environment["TORTURE"] != nil

  /// Prints the result, in a line that `make torture` adds up.
  static func report(_ what: String, tried: Int, failed: Int) {
    print("survived \(tried - failed) of \(tried) \(what)")
  }
}
