internal import Threads

/// Shows the progress of long work, in one line of a terminal that is overwritten repeatedly.
///
/// The display can be updated for every row: it draws at most ten times a second, and not at all if it is not
/// shown. Code that writes anything else to the terminal must call ``clear()`` first.
package final class Progress: Sendable {
  private let display: Guarded<Display>

  /// A display that writes with one function and takes the time from another; `show` is nil for no display.
  ///
  /// The functions are called one at a time, on the thread that does the work.
  package init(show: ((String) -> Void)?, now: @escaping () -> Duration) {
    display = Guarded(Display(show: show, now: now))
  }

  /// A display on the standard error, if that is a terminal and the display is wanted.
  package convenience init(isWanted: Bool) {
    let clock = ContinuousClock()
    let beginning = clock.now
    // An error while showing progress must not end the work.
    let show: (String) -> Void = { try? StandardStream.error.write($0) }
    self.init(
      show: isWanted && StandardStream.error.isTerminal ? show : nil,
      now: { clock.now - beginning })
  }

  /// Updates the progress; a new task restarts the time.
  package func update(_ state: ProgressState) { display.withLock { $0.update(state) } }

  /// Removes the line, so that other output can be written.
  package func clear() { display.withLock { $0.clear() } }
}

/// The line, and the time of the next drawing.
private struct Display {
  let show: ((String) -> Void)?
  let now: () -> Duration
  var task: String?
  var start = Duration.zero
  var nextDrawing = Duration.zero
  var isVisible = false

  static let pause = Duration.milliseconds(100)
  static let width = 79

  init(show: ((String) -> Void)?, now: @escaping () -> Duration) {
    (self.show, self.now) = (show, now)
  }

  mutating func update(_ state: ProgressState) {
    guard let show else { return }
    let time = now()
    if state.task != task {
      (task, start, nextDrawing) = (state.task, time, time)
    }
    guard time >= nextDrawing else { return }
    nextDrawing = time + Self.pause
    isVisible = true
    show("\r" + state.line(after: time - start).prefix(Self.width) + "\u{1B}[K")
  }

  mutating func clear() {
    if isVisible { show?("\r\u{1B}[K") }
    isVisible = false
  }
}
