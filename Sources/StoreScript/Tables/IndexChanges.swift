internal import SQLite
internal import SQLText

/// The indexes that are dropped from a table and created on it in place.
///
/// Indexes are compared by their columns. An index that the schema names must also have that name.
struct IndexChanges {
  /// The names of the indexes to drop.
  private(set) var dropped: [String] = []
  /// The indexes to create.
  private(set) var created: [IndexDefinition] = []
  /// The indexes of the source, by its column names, that the target no longer means.
  private(set) var unmeant: [IndexDefinition] = []

  /// Compares the indexes that the source means with the indexes that the target means.
  ///
  /// The present indexes may have other names than the source's.
  ///
  /// Some tables must not have a unique index for a while.
  init(
    from known: [IndexDefinition], present: [IndexDefinition], to wanted: [IndexDefinition],
    after change: TableChange, withoutUniqueForAWhile isRemade: Bool = false,
    hasName: (String) -> Bool
  ) {
    let stays = { (index: IndexDefinition) in !(isRemade && index.isUnique) }
    let shapes = known.map { Self.shape(of: $0) { change.kept[$0] ?? "\0\($0)" } }
    let before = Set(zip(known, shapes).filter { stays($0.0) }.map(\.1))
    let after = Set(wanted.map { Self.shape(of: $0) })
    let others = Set(wanted.map(\.name.asciiLowercased))
    for (old, shape) in zip(known, shapes) where !stays(old) || !after.contains(shape) {
      unmeant.append(old)
      dropped += present.filter { Self.shape(of: $0) == Self.shape(of: old) }.map(\.name)
    }
    for new in wanted {
      let (shape, isNamed) = (Self.shape(of: new), hasName(new.name))
      guard isNamed || !before.contains(shape) else { continue }
      let alike = present.filter { index in
        stays(index) && Self.shape(of: index) { change.kept[$0] ?? $0 } == shape
      }.map(\.name)
      guard !alike.contains(where: { !isNamed || $0.asciiLowercased == new.name.asciiLowercased })
      else { continue }
      // A program that looks for an index by its name does not find it under another one. Indexes that the
      // version names otherwise stay, and so do indexes that it does not describe.
      if before.contains(shape) { dropped += alike.filter { !others.contains($0.asciiLowercased) } }
      created.append(new)
    }
  }

  /// An index without its name and table, for comparison.
  private static func shape(
    of index: IndexDefinition, _ name: (String) -> String = { $0 }
  ) -> IndexDefinition {
    var index = index
    (index.name, index.table) = ("", "")
    for position in index.columns.indices {
      index.columns[position].name = name(index.columns[position].name)
      if index.isUnique { index.columns[position].isAscending = true }
    }
    return index
  }
}
