internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension UnversionedModelChange {
  /// A warning for every new index of an entity with an unchanged version hash.
  ///
  /// Existing stores do not get such an index.
  func unseenIndexes(
    in live: SourceVersion, of model: ReleasedModel, elsewhere unseen: Set<String>
  ) -> [Finding] {
    guard let released = model.document else { return [] }
    let base = model.draft ?? released
    let step = ModelStep(base, live.completed(by: base.schema, elsewhere: unseen))
    let hashes = released.schema.versionHashes()
    return step.review.changes.compactMap { planned in
      // A `#Index` has no name that could be lost.
      guard case .addIndex(let index, let name) = planned.change,
        base.schema.entity(named: name)?.indexes.contains(where: { $0.elements == index.elements })
          != true,
        let hash = hashes[name]?.value, hash == step.hashesAfter[name]?.value,
        let place = step.target.schema.entity(named: name)?.indexes.firstIndex(of: index)
      else { return nil }
      let path = SchemaPath.entity(name).appending("indexes", "\(place)")
      return Finding(
        Self.id, .reachesNoStore(index, name), at: step.place(of: path),
        notes: [.init(.makeMigrate(name)), .init(.orLeave)], atMost: .warning)
    }
  }
}

extension Finding.Message {
  fileprivate static func reachesNoStore(_ index: Index, _ entity: String) -> Self {
    let names = index.elements.map(\.property).joined(separator: ", ")
    return Self(
      "the index on '\(names)' reaches no existing store: the version hash of '\(entity)' stays, "
        + "so that the platform migrates nothing, and makes the index in new stores alone")
  }

  fileprivate static func makeMigrate(_ entity: String) -> Self {
    Self(
      "begin a version in which an attribute of '\(entity)' has another '@Attribute(hashModifier: …)': "
        + "with that the platform migrates; without it, a new version would be the same one to it")
  }

  fileprivate static let orLeave = Self(
    "where it is enough that new stores have it, say so in an exception")
}
