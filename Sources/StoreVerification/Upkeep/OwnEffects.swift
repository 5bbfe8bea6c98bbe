internal import StoreLayout

extension [Effect] {
  /// Adds the effects of one more step; an effect of the same kind on the same subject is merged.
  mutating func add(_ others: [Effect]) {
    for other in others {
      let known = firstIndex { ($0.subject, $0.kind.name) == (other.subject, other.kind.name) }
      guard let known else {
        append(other)
        continue
      }
      switch (self[known].kind, other.kind) {
      case (.altered(let columns), .altered(let more)):
        self[known].kind = .altered(in: columns + more.filter { !columns.contains($0) })
      case (.resized(let before, _), .resized(_, let after)):
        self[known].kind = .resized(from: before, to: after)
      default:
        self[known].count = (self[known].count ?? 0) + (other.count ?? 0)
      }
    }
  }
}
