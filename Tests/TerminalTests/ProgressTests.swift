import Terminal
import Testing

struct ProgressTests {
  /// Records the output, at times that the test decides.
  private final class Screen {
    var time = Duration.zero
    var lines: [String] = []
    lazy var progress = Progress(
      show: { [unowned self] in lines.append($0.replacing("\u{1B}", with: "ESC")) },
      now: { [unowned self] in time })
  }

  @Test func `a bar shows the share, the count, the speed and the time left`() {
    let screen = Screen()
    screen.progress.update(ProgressState("copying Book", completed: 0, of: 1_050_000))
    screen.time = .seconds(4)
    screen.progress.update(ProgressState("copying Book", completed: 350_000, of: 1_050_000))
    screen.progress.clear()
    #expect(
      screen.lines == [
        "\rcopying Book [--------------------]   0% 0 rowsESC[K",
        "\rcopying Book [######--------------]  33% 350,000 rows, 87,500 rows/s, 0:08 leftESC[K",
        "\rESC[K",
      ])
  }

  @Test func `without a total there is a count and a speed`() {
    let screen = Screen()
    screen.time = .seconds(1)
    screen.progress.update(ProgressState("reading", completed: 0, of: nil, unit: "files"))
    screen.time = .seconds(3)
    screen.progress.update(ProgressState("reading", completed: 1001, of: nil, unit: "files"))
    #expect(
      screen.lines == [
        "\rreading 0 filesESC[K", "\rreading 1,001 files, 500 files/sESC[K",
      ])
  }

  @Test func `progress is drawn at most ten times a second, and for a new task at once`() {
    let screen = Screen()
    for step in 0..<1000 {
      screen.time = .milliseconds(step)
      screen.progress.update(ProgressState("a", completed: step, of: nil))
    }
    #expect(screen.lines.count == 10)
    screen.progress.update(ProgressState("b", completed: 0, of: nil))
    #expect(screen.lines.last == "\rb 0 rowsESC[K")
  }

  @Test func `hours are shown where there are any, and the line is cut to the terminal`() {
    let screen = Screen()
    let task = String(repeating: "x", count: 30)
    screen.progress.update(ProgressState(task, completed: 1, of: 100_000))
    screen.time = .seconds(10)
    screen.progress.update(ProgressState("y", completed: 0, of: 100_000))
    screen.time = .seconds(20)
    screen.progress.update(ProgressState("y", completed: 100, of: 100_000))
    #expect(
      screen.lines.last
        == "\ry [--------------------]   0% 100 rows, 10 rows/s, 2:46:30 leftESC[K")
    screen.progress.update(ProgressState(task + task + task, completed: 0, of: nil))
    #expect(screen.lines.last == "\r" + String(repeating: "x", count: 79) + "ESC[K")
  }

  @Test func `only drawn lines are cleared`() {
    let screen = Screen()
    screen.progress.clear()
    #expect(screen.lines == [])
  }
}
