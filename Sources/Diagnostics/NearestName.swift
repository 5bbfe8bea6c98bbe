/// The candidate that a misspelt name most likely means; nil if no candidate is close.
///
/// A candidate is close if it differs only in case. It is also close if at most a third of the letters are
/// added, left out, replaced or swapped with their neighbour, and at least one letter is kept.
///
/// Of several equally close candidates, one with the same letters is preferred, because swapped letters are
/// the most frequent typing error. After that, the alphabetically first is taken, so the order of the
/// candidates does not matter.
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

/// The largest number of edits for a name of that length.
private func allowance(_ length: Int) -> Int { length < 3 ? 1 : max(length / 3, 2) }

/// The number of letters to add, leave out, replace or swap with the next letter; nil if it exceeds a limit.
///
/// This is the optimal string alignment distance, computed with three rows.
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
    // A swap uses the row before the last, so the search ends only if both rows are beyond the limit.
    if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
    (beforeLast, last) = (last, current)
  }
  return last[right.count] <= limit ? last[right.count] : nil
}
