internal import Diagnostics

/// The progress of a long task.
package struct ProgressState: Hashable, Sendable {
  /// The task: `copying BookModel`.
  package var task: String
  /// The number of completed units.
  package var completed: Int
  /// The total number of units; nil if it is unknown.
  package var total: Int?
  /// The unit: `rows`.
  package var unit: String

  /// Creates a state from its parts.
  package init(_ task: String, completed: Int, of total: Int?, unit: String = "rows") {
    self.task = task
    self.completed = completed
    self.total = total
    self.unit = unit
  }
}

extension ProgressState {
  /// The line that shows the state after an elapsed time.
  ///
  /// ```
  /// copying BookModel [#######-------------]  35% 350,000 rows, 98,000 rows/s, 0:06 left
  /// ```
  func line(after elapsed: Duration) -> String {
    let rate = elapsed > .zero ? Double(completed) / (elapsed / .seconds(1)) : 0
    let facts = [
      "\(Quantity.grouped(completed)) \(unit)",
      rate >= 1 ? "\(Quantity.grouped(Int(rate))) \(unit)/s" : nil,
      timeLeft(rate).map { "\($0) left" },
    ]
    return "\(task) \(bar)" + facts.compactMap { $0 }.joined(separator: ", ")
  }

  private var bar: String {
    guard let total, total > 0 else { return "" }
    let share = min(1, Double(completed) / Double(total))
    let filled = Int(share * 20)
    let percent = "\(Int(share * 100))%"
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: "-", count: 20 - filled) + "] "
      + String(repeating: " ", count: max(0, 4 - percent.count)) + percent + " "
  }

  private func timeLeft(_ rate: Double) -> String? {
    guard let total, total > completed, rate >= 1 else { return nil }
    let seconds = Int((Double(total - completed) / rate).rounded(.up))
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
      : "\(minutes):\(twoDigits(seconds % 60))"
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
