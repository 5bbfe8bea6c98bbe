/// ISO 8601 texts of instants: `2026-01-31`, `2026-01-31T10:00:00Z`, `2026-01-31T10:00:00.5+02:00`.
///
/// A date without a time is its first instant in UTC. A time needs a zone, because without one it would
/// depend on the machine.
package enum ISODate {
  private static let secondsPerDay = 86_400

  /// The seconds since 1970-01-01 00:00 UTC of a text; nil if the text is not an instant.
  package static func seconds(_ text: String) -> Double? {
    var scanner = Scanner(rest: Array(text.utf8)[...])
    guard let days = scanner.days() else { return nil }
    let start = Double(days * secondsPerDay)
    if scanner.rest.isEmpty { return start }
    guard scanner.skip("T"), let time = scanner.time(), let offset = scanner.zone(),
      scanner.rest.isEmpty
    else { return nil }
    return start - Double(offset) + time
  }

  /// The text of an instant.
  ///
  /// The result is nil if the year does not have four digits, or if reading the text would give another
  /// number.
  package static func text(_ seconds: Double) -> String? {
    let whole = seconds.rounded(.down)
    guard let total = Int(exactly: whole) else { return nil }
    let days = (total - (total % secondsPerDay + secondsPerDay) % secondsPerDay) / secondsPerDay
    let (year, month, day) = civil(fromDays: days)
    guard (0...9999).contains(year) else { return nil }
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let rest = total - days * secondsPerDay
    let fraction = seconds - whole
    if rest == 0, fraction == 0 { return seconds.sign == .minus && seconds == 0 ? nil : date }
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, 2) }
    let start = "\(date)T\(clock.joined(separator: ":"))"
    // The shortest fraction that gives the same number; the difference itself has surplus digits.
    var scale = 1.0
    for digits in 0...9 {
      let part = (fraction * scale).rounded()
      if part < scale || part == 0 {
        let result = "\(start)\(digits == 0 ? "" : "." + padded(Int(part), digits))Z"
        if ISODate.seconds(result) == seconds { return result }
      }
      scale *= 10
    }
    let result = "\(start)\("\(fraction)".dropFirst())Z"
    return ISODate.seconds(result) == seconds ? result : nil
  }

  /// The text of an instant to the second, always with its time: `2026-01-31T00:00:00Z`.
  package static func timestamp(_ seconds: Double) -> String {
    guard let text = text(seconds.rounded(.down)) else { return "\(seconds)" }
    return text.contains("T") ? text : text + "T00:00:00Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // Conversion between days and dates, after Howard Hinnant:
  // https://howardhinnant.github.io/date_algorithms.html
  fileprivate static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}

extension ISODate {
  /// Reads the parts of an instant from the front of a text.
  private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard rest.first.map(UInt32.init) == character.value else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func number(digits: Int) -> Int? {
      let text = rest.prefix(digits)
      guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      rest = rest.dropFirst(digits)
      return text.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    mutating func days() -> Int? {
      guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
        let day = number(digits: 2), (1...12).contains(month)
      else { return nil }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      guard (1...lengths[month - 1]).contains(day) else { return nil }
      return ISODate.days(year: year, month: month, day: day)
    }

    mutating func time() -> Double? {
      guard let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
        hours < 24, minutes < 60
      else { return nil }
      var seconds = 0.0
      if skip(":") {
        guard let whole = number(digits: 2), whole < 60 else { return nil }
        guard let fraction = fraction() else { return nil }
        seconds = Double(whole) + fraction
      }
      return Double(hours * 3600 + minutes * 60) + seconds
    }

    private mutating func fraction() -> Double? {
      guard skip(".") else { return 0 }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(digits.count)
      return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
    }

    mutating func zone() -> Int? {
      if skip("Z") { return 0 }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
        hours < 24, minutes < 60
      else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }
  }
}
