internal import SQLite

/// What a table of the target comes from.
struct TablePlan {
  /// The table as it has to be.
  var target: TableDefinition
  /// The table of the source that it continues, by its name in the source.
  var source: TableDefinition?
  var members: [FillMember]
  var groups: [FillGroup]
  /// Whether every row that the continued table may hold is among the members.
  var coversSource: Bool
  /// How it is done, with what that needs.
  var way: Way = .create

  enum Way {
    case create
    case inPlace(InPlaceChange)
    case rebuild(reasons: [String])
  }

  var isRebuilt: Bool { if case .rebuild = way { true } else { false } }

  var isInPlace: Bool { if case .inPlace = way { true } else { false } }

  /// Every table of the source that is read to fill it.
  var reads: Set<String> { members.reduce(into: []) { $0.formUnion($1.reads) } }
}

/// The changes of columns that a table takes where it stands.
struct InPlaceChange: Hashable {
  /// The columns that stay, by their names before and afterwards.
  var kept: [String: String] = [:]
  var dropped: [String] = []
  var added: [ColumnDefinition] = []

  var renames: [(from: String, to: String)] {
    kept.filter { $0.key != $0.value }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  var isEmpty: Bool { renames.isEmpty && dropped.isEmpty && added.isEmpty }
}
