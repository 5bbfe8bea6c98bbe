internal import SQLText

/// Hands out names that no two objects share, as SQLite compares them: ASCII letters of either
/// case are the same (https://www.sqlite.org/lang_naming.html).
package struct NameAllocator {
  private var taken: Set<String> = []

  /// An allocator that has handed out nothing yet.
  package init() {}

  /// The name wished for, or that name with the first number from 2 that makes it free.
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
