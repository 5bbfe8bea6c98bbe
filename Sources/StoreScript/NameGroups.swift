internal import SQLText

/// Names of objects in groups that grow together, compared as SQLite compares names.
///
/// A name that was never joined to another one forms its own group.
struct NameGroups {
  private var numbers: [String: Int] = [:]
  /// For each number another one of its group; a number with itself as parent stands for the group.
  private var parents: [Int] = []

  /// Puts two names, with all names joined to either, into one group.
  mutating func join(_ first: String, _ second: String) {
    let (left, right) = (group(of: first), group(of: second))
    parents[max(left, right)] = min(left, right)
  }

  /// The number of a name's group, valid until names are joined again.
  mutating func group(of name: String) -> Int {
    let folded = name.asciiLowercased
    guard let known = numbers[folded] else {
      numbers[folded] = parents.count
      parents.append(parents.count)
      return parents.count - 1
    }
    var number = known
    while parents[number] != number {
      // Halves the path for later searches.
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }
}
