package import StoreLayout

extension [Effect] {
  /// The effects of kinds, by their names.
  package func named(_ names: String...) -> [Effect] { filter { names.contains($0.kind.name) } }

  /// The subjects with their numbers: `Book 2`.
  package var counts: [String] { map { "\($0.subject) \($0.count ?? -1)" } }

  /// The tables with another number of rows: `mark 2 1`.
  package var resized: [String] {
    compactMap { effect in
      guard case .resized(let before, let after) = effect.kind else { return nil }
      return "\(effect.subject) \(before) \(after)"
    }
  }

  /// The tables with other values, and their columns: `Session ["title"]`.
  package var altered: [String] {
    compactMap { effect in
      guard case .altered(let columns) = effect.kind else { return nil }
      return "\(effect.subject) \(columns)"
    }
  }

  /// The objects that are removed: `2 Album`.
  package var removals: [String] {
    filter { $0.kind == .removed(.objects) }.map { "\($0.count ?? 0) \($0.subject)" }
  }
}
