internal import SQLText

/// Allocates names that no two objects share, as SQLite compares them: the case of ASCII letters does not
/// matter (https://www.sqlite.org/lang_naming.html).
package struct NameAllocator {
  private var taken: Set<String> = []

  /// An allocator without allocated names.
  package init() {}

  /// The requested name, or that name with the first number from 2 that makes it free.
  package mutating func name(_ wish: String) -> String {
    var candidate = wish
    var number = 2
    while !taken.insert(candidate.asciiLowercased).inserted {
      candidate = "\(wish)_\(number)"
      number += 1
    }
    return candidate
  }

  /// Whether the name is free.
  func isFree(_ name: String) -> Bool { !taken.contains(name.asciiLowercased) }
}
