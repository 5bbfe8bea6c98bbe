internal import Diagnostics
internal import Terminal

extension Quantity {
  /// A number of rows, its digits in groups: `1 row`, `1,050,000 rows`.
  static func rows(_ number: Int64) -> String {
    "\(grouped(Int(number))) \(number == 1 ? "row" : "rows")"
  }
}
