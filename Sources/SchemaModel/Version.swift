/// The version of a schema: three numbers, ordered as semantic versions are.
///
/// ```swift
/// Version("1.10") // 1.10.0, after 1.9.0
/// ```
public struct Version: Hashable, Sendable {
  /// The first number.
  public var major: Int
  /// The second number.
  public var minor: Int
  /// The third number.
  public var patch: Int

  /// A version from its numbers, each zero or more.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads `2`, `2.1` or `2.1.0`, with or without a leading `v`; nil for anything else.
  public init?(_ text: String) {
    let digits = text.first == "v" || text.first == "V" ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
  }
}

extension Version: Comparable {
  /// Orders by major, then minor, then patch number.
  public static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension Version: CustomStringConvertible {
  /// All three numbers: `2.1.0`.
  public var description: String { "\(major).\(minor).\(patch)" }
}
