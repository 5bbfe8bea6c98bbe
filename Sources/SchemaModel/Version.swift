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
  /// The name of an imported version in its source, if the name is not a version number.
  ///
  /// It is only for display: versions with the same numbers are equal, whatever their names are.
  var sourceName: String?

  /// A version from its numbers, each zero or more.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads `2`, `2.1` or `2.1.0`, with or without a leading `v`; nil for any other text.
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

extension Version {
  /// Whether the numbers are the same.
  public static func == (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) == (right.major, right.minor, right.patch)
  }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
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

// MARK: - The name in the source

extension Version {
  /// The numbers and the name in the source of an imported version: `17.0.0 (2.101)`.
  public var words: String { description + (sourceName.map { " (\($0))" } ?? "") }

  /// The version with its documentation as its name, if the documentation is a name rather than a sentence.
  ///
  /// An import writes the name into the documentation: `Shop 2`, `2.101`, `SchemaV2`.
  func named(by documentation: String?) -> Version {
    var version = self
    version.sourceName = documentation.flatMap {
      $0.isVersionName && Version($0) != self ? $0 : nil
    }
    return version
  }
}

extension String {
  /// Whether the text is one word, or two words the second of which contains a number.
  fileprivate var isVersionName: Bool {
    let words = split(separator: " ", omittingEmptySubsequences: false)
    let areNames = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    }
    guard areNames, count <= 40 else { return false }
    return words.count == 1 || words.count == 2 && words[1].contains(where: \.isNumber)
  }
}

extension Version {
  /// The usual name of its schema file: `V2.yaml`, or `V2.1.0.yaml`.
  package var fileName: String { self == Version(major) ? "V\(major).yaml" : "V\(self).yaml" }
}
