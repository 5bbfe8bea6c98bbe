/// Finds the name that somebody most likely meant; nil where none is close.
///
/// Close means: the same but for case, or at most a third of the letters added, left out, replaced
/// or swapped with their neighbour, and at least one letter kept. Of several equally close names
/// one with the same letters is taken, as nobody mistypes more often than by a swap, and of several of these
/// the alphabetically first: the order of the candidates does not matter.
///
/// ```swift
/// nearest(to: "atributes", among: ["attributes", "relationships"]) // "attributes"
/// nearest(to: "colour", among: ["attributes", "relationships"]) // nil
/// ```
public func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  var best: (distance: Int, otherLetters: Int, name: String)?
  for candidate in candidates where candidate != name {
    let limit = min(best?.distance ?? .max, allowance(wanted.count))
    let letters = Array(candidate.lowercased().unicodeScalars)
    guard let distance = editDistance(wanted, letters, atMost: limit),
      distance < max(wanted.count, letters.count)
    else { continue }
    let found = (distance, letters.sorted() == wanted.sorted() ? 0 : 1, candidate)
    if best.map({ found < $0 }) ?? true { best = found }
  }
  return best?.name
}

/// How many edits a name of that many letters may be away.
private func allowance(_ length: Int) -> Int { length < 3 ? 1 : max(length / 3, 2) }

/// The number of letters to add, leave out, replace or swap with the next one; nil beyond a limit.
///
/// The optimal string alignment distance, with the three rows that it needs.
private func editDistance(
  _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int
) -> Int? {
  guard abs(left.count - right.count) <= limit else { return nil }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
      var distance = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    // A swap looks back two rows, so both must be beyond the limit before it is hopeless.
    if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
    (beforeLast, last) = (last, current)
  }
  return last[right.count] <= limit ? last[right.count] : nil
}
