/// How one text differs from another, line by line, with the lines around each difference.
///
/// Lines that only the first has are marked `-`, those that only the second has `+`.
package func lineDifference(from expected: String, to found: String) -> String {
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let new = found.split(separator: "\n", omittingEmptySubsequences: false)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var rows: [(mark: String, line: Substring)] = []
  var (left, right) = (0, 0)
  while left < old.count || right < new.count {
    if removed.contains(left) {
      rows.append(("-", old[left]))
      left += 1
    } else if inserted.contains(right) {
      rows.append(("+", new[right]))
      right += 1
    } else {
      rows.append((" ", old[left]))
      (left, right) = (left + 1, right + 1)
    }
  }
  let isNear = rows.indices.map { position in
    rows[max(0, position - 3)..<min(rows.count, position + 4)].contains { $0.mark != " " }
  }
  return zip(rows, isNear).filter(\.1).map { $0.0.mark + " " + $0.0.line }
    .joined(separator: "\n")
}
