internal import CSQLite

extension Connection {
  /// Runs a block whose statements end early on request, or when they take too long together.
  ///
  /// The closure is called every few thousand steps of SQLite's virtual machine, many times a second
  /// (https://www.sqlite.org/c3ref/progress_handler.html). After true the running statement fails with
  /// ``SQLiteError/Code/interrupted``; if it was writing, its transaction is rolled back.
  ///
  /// With a limit, SQLite counts the steps of its virtual machine, so the end does not depend on the computer.
  /// At the limit the running statement fails in the same way, and ``exceededSteps`` is the limit. Statements
  /// that are shorter than a few thousand steps are not counted.
  package func cancellable<Result, Failure: Error>(
    when isCancelled: @escaping () -> Bool = { false }, limitedToSteps limit: Int? = nil,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    exceededSteps = nil
    var questions = 0
    let question = CancellationQuestion {
      if isCancelled() { return true }
      questions += 1
      guard let limit, questions > limit / Self.stepsBetweenQuestions else { return false }
      self.exceededSteps = limit
      return true
    }
    let context = unsafe Unmanaged.passUnretained(question)
    unsafe sqlite3_progress_handler(
      handle, Int32(Self.stepsBetweenQuestions),
      { context in
        guard let context = unsafe context else { return 0 }
        let question = unsafe Unmanaged<CancellationQuestion>.fromOpaque(context)
        return unsafe question.takeUnretainedValue().isCancelled() ? 1 : 0
      }, unsafe context.toOpaque())
    defer {
      unsafe sqlite3_progress_handler(handle, 0, nil, nil)
      // SQLite has only the question's address, so it must live until SQLite has released it.
      withExtendedLifetime(question) {}
    }
    return try body()
  }

  private static var stepsBetweenQuestions: Int { 20_000 }
}

/// A closure that C can hold by its address.
private final class CancellationQuestion {
  let isCancelled: () -> Bool

  init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
}
