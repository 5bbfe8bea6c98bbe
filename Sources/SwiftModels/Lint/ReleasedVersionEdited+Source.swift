internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension ReleasedVersionEdited {
  /// A finding for every change of a `VersionedSchema` whose version is released, and whose version
  /// hashes are no longer those that were pinned.
  func findings(in versions: [SourceVersion], since models: [ReleasedModel]) -> [Finding] {
    versions.enumerated().flatMap { position, version -> [Finding] in
      guard let declaration = version.declaration, !declaration.isTest, version.isWhole,
        let model = ReleasedModel.meant(by: version.document.schema, among: models),
        let pinned = model.pinned(version),
        pinned.consequence(of: version.document) == .unrecognised
      else { return [] }
      // The newest one may follow the app's own models, whose changes need a version of their own.
      if position == versions.count - 1, !declaration.isFrozen { return [] }
      return findings(on: version, declaration, model, pinned)
    }
  }

  private func findings(
    on version: SourceVersion, _ declaration: SourceVersion.Declaration, _ model: ReleasedModel,
    _ pinned: ReleasedVersion
  ) -> [Finding] {
    let number = version.document.schema.version
    func finding(
      _ change: String, at place: Finding.Place, _ consequence: [Finding.Note]
    ) -> Finding {
      Finding(
        Self.id, .edited(declaration.name, number, change), at: place,
        notes: consequence + [.init(.undo), .init(.repin(number))])
    }
    // What the schema file says counts as released where its hashes are those that were pinned.
    if let file = model.history[number], pinned.consequence(of: file) != .unrecognised {
      let step = ModelStep(file, version)
      do throws(DiagnosticsError) {
        let changes = try step.changes()
        if !changes.isEmpty {
          return changes.map { change in
            finding(
              step.words(change.change), at: step.place(of: change.change.path),
              step.consequence(of: change.change.path, forStoresOf: number))
          }
        }
      } catch {
        return error.diagnostics.map { problem in
          finding(
            problem.message,
            at: .location(problem.location ?? declaration.location),
            [.init(.unrecognised(number))])
        }
      }
    }
    return version.rehashed(since: pinned).map { entity, before, after in
      finding(
        "~ entity \(entity)",
        at: .location(
          version.document.sources.location(of: .entity(entity)) ?? declaration.location),
        [.init(.hashes(entity, before, after)), .init(.unrecognised(number))])
    }
  }
}

extension ModelStep {
  /// What an edit of a part means for stores of the version as it was released.
  fileprivate func consequence(
    of path: SchemaPath, forStoresOf version: Version
  ) -> [Finding.Note] {
    let sight = sight(of: path)
    if isUnseen(sight) { return [.init(.unnoticed)] }
    let hashes = [hashNote(sight)].compactMap(\.self)
    if case .isUntold = sight { return hashes }
    return hashes + [.init(.unrecognised(version))]
  }
}

extension SourceVersion {
  /// The entities whose version hash is not the one that was pinned, with both, sorted by name.
  fileprivate func rehashed(
    since pinned: ReleasedVersion
  ) -> [(entity: String, before: String?, after: String?)] {
    let now = document.schema.versionHashes().mapValues { $0.value?.hexadecimal }
    return Set(now.keys).union(pinned.versionHashes.keys).sorted().compactMap { entity in
      let (before, after) = (pinned.versionHashes[entity], now[entity] ?? nil)
      return before == after ? nil : (entity, before, after)
    }
  }
}

extension Finding.Message {
  fileprivate static func edited(_ name: String, _ version: Version, _ change: String) -> Self {
    Self("'\(name)' is version \(version), which was released, and is edited: \(change)")
  }

  fileprivate static func unrecognised(_ version: Version) -> Self {
    Self(
      "stores of \(version) match no version any more: with a migration plan the app ends at launch "
        + "(error 134504: unknown version)")
  }

  fileprivate static let undo = Self(
    "undo it here, and say it in a 'VersionedSchema' with a number of its own")

  fileprivate static func repin(_ version: Version) -> Self {
    Self(
      "where \(version) never left the team, say it in its schema file too, then "
        + "'migrate lock --repin \(version)'")
  }
}
