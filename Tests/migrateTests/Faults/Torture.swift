import Foundation

/// What is tried a little in every test run, and to the end by `make torture`.
enum Torture {
  /// Whether all of it is asked for: `TORTURE=1` in the environment.
  static let isAskedFor = ProcessInfo.processInfo.environment["TORTURE"] != nil

  /// Prints what came of it, in a line that `make torture` adds up.
  static func report(_ what: String, tried: Int, failed: Int) {
    print("survived \(tried - failed) of \(tried) \(what)")
  }
}
