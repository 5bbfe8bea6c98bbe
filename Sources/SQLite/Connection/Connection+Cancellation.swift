internal import CSQLite

extension Connection {
  /// Runs a block whose statements end early on request.
  ///
  /// The closure is called every few thousand steps of SQLite's virtual machine, many times a second
  /// (https://www.sqlite.org/c3ref/progress_handler.html). After true the running statement fails with
  /// ``SQLiteError/Code/interrupted``; if it was writing, its transaction is rolled back.
  package func cancellable<Result, Failure: Error>(
    when isCancelled: @escaping () -> Bool, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let question = CancellationQuestion(isCancelled)
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

  /// Runs a block whose statements end early when they take too long together.
  ///
  /// SQLite counts the steps of its virtual machine, so the end does not depend on the computer. At the limit
  /// the running statement fails with ``SQLiteError/Code/interrupted``. Steps of statements that are shorter
  /// than a few thousand are not counted.
  package func limited<Result, Failure: Error>(
    toSteps limit: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var questions = limit / Self.stepsBetweenQuestions
    return try cancellable(
      when: {
        questions -= 1
        return questions < 0
      }, body)
  }

  private static var stepsBetweenQuestions: Int { 20_000 }
}

/// A closure that C can hold by its address.
private final class CancellationQuestion {
  let isCancelled: () -> Bool

  init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
}
