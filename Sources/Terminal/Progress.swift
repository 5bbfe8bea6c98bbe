internal import Threads

/// Shows how long work goes on, in one line of a terminal that is written over and over.
///
/// It may be given every row: it draws at most ten times a second, and nothing at all where
/// it is not shown. Whoever writes anything else to the terminal calls ``clear()`` before.
package final class Progress: Sendable {
  private let display: Guarded<Display>

  /// A display that writes with a function, nil for none, and takes the time from another.
  ///
  /// They are called one at a time, on whatever thread the work is done.
  package init(show: ((String) -> Void)?, now: @escaping () -> Duration) {
    display = Guarded(Display(show: show, now: now))
  }

  /// A display on the standard error, where that is a terminal and the display is wanted.
  package convenience init(isWanted: Bool) {
    let clock = ContinuousClock()
    let beginning = clock.now
    // What cannot be shown is not worth failing for.
    let show: (String) -> Void = { try? StandardStream.error.write($0) }
    self.init(
      show: isWanted && StandardStream.error.isTerminal ? show : nil,
      now: { clock.now - beginning })
  }

  /// Takes note of how far the work is; a new task begins a new count of time.
  package func update(_ state: ProgressState) { display.withLock { $0.update(state) } }

  /// Removes the line, so that other output has the terminal to itself.
  package func clear() { display.withLock { $0.clear() } }
}

/// The line, and when it was last drawn.
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
