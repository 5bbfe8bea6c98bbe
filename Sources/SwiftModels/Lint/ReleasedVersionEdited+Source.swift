internal import Diagnostics
internal import MigrationPlanner
internal import SchemaLint
internal import SchemaModel

extension ReleasedVersionEdited {
  /// A finding for every edit of a released version whose version hashes differ from the pinned ones.
  ///
  /// A version whose hashes cannot be known has one finding. Versions that list the same class are edited
  /// together, which is one finding too.
  func findings(in versions: [SourceVersion], since models: [ReleasedModel]) -> [Finding] {
    edits(in: versions, since: models).grouped(by: \.cause).map { edits in
      var finding = edits[0].finding
      let others = edits.dropFirst().map { "'\($0.name)' (\($0.version))" }
      if !others.isEmpty { finding.notes.insert(.init(.areEditedToo(others)), at: 0) }
      return finding
    }
  }

  /// An edit of one released version.
  private struct Edit {
    /// A change in the source that edits several versions.
    struct Cause: Hashable {
      var place: Finding.Place
      /// The change; nil if the finding concerns a single version.
      var change: String?
      var message: Finding.Message?
    }

    var name: String
    var version: Version
    var change: String?
    var finding: Finding

    var cause: Cause {
      Cause(place: finding.place, change: change, message: change == nil ? finding.message : nil)
    }
  }

  private func edits(in versions: [SourceVersion], since models: [ReleasedModel]) -> [Edit] {
    versions.enumerated().flatMap { position, version -> [Edit] in
      guard let declaration = version.declaration, !declaration.isTest,
        let model = ReleasedModel.meant(by: version.document.schema, among: models)
          ?? renamed(version, among: versions, models),
        let pinned = model.pinned(version)
      else { return [] }
      // The newest version may contain the app's own models, whose changes need a new version.
      if position == versions.count - 1, !declaration.isFrozen { return [] }
      let edited = Edited(
        version: version, declaration: declaration, pinned: pinned,
        file: model.history[pinned.version], isNewest: position == versions.count - 1)
      return version.isWhole ? findings(on: edited) : findings(onUnread: edited)
    }
  }

  /// The model of a version whose entities are all renamed.
  ///
  /// The model must be the only one, and no other version in the source may have the same number.
  private func renamed(
    _ version: SourceVersion, among versions: [SourceVersion], _ models: [ReleasedModel]
  ) -> ReleasedModel? {
    let number = version.document.schema.version
    let namesakes = versions.filter {
      $0.document.schema.version == number && $0.declaration?.isTest == false
    }
    return models.count == 1 && namesakes.count == 1 ? models[0] : nil
  }

  /// A released version that the source declares.
  private struct Edited {
    var version: SourceVersion
    var declaration: SourceVersion.Declaration
    /// The pinned facts of the version.
    var pinned: ReleasedVersion
    /// The schema file of the version.
    var file: SchemaDocument?
    /// Whether the source declares no later version.
    var isNewest: Bool

    /// The schema file, if its hashes equal the pinned ones.
    var released: SchemaDocument? {
      file.flatMap { pinned.consequence(of: $0) == .unrecognised ? nil : $0 }
    }
  }

  private func findings(on edited: Edited) -> [Edit] {
    let version = edited.version
    switch edited.pinned.consequence(of: version.document) {
    case .unrecognised: break
    case .unnoticed:
      // Older versions may share an enumeration that a newer version changes.
      guard edited.isNewest, let file = edited.released else { return [] }
      return self.edits(from: file, to: version, edited)
    // If a hash cannot be computed, the parts that it covers are compared.
    case .untold: return edited.released.map { untoldEdits(from: $0, to: version, edited) } ?? []
    }
    let edits = edited.released.map { self.edits(from: $0, to: version, edited) } ?? []
    if !edits.isEmpty { return edits }
    return version.rehashed(since: edited.pinned).map { entity, before, after in
      finding(
        "~ entity \(entity)",
        at: .location(
          version.document.sources.location(of: .entity(entity)) ?? edited.declaration.location),
        edited,
        [.init(.hashes(entity, before, after)), .init(.unrecognised(edited.pinned.version))])
    }
  }

  /// The edits of the parts that could be read, and a finding about the other parts.
  private func findings(onUnread edited: Edited) -> [Edit] {
    let version = edited.version
    var edits: [Edit] = []
    if version.unreadList == nil, let file = edited.released {
      let known = version.completed(by: file.schema, elsewhere: [])
      let places = version.untold.compactMap(\.location).map { Finding.Place.location($0) }
      if edited.pinned.consequence(of: known.document) == .unrecognised {
        edits = self.edits(from: file, to: known, edited).filter {
          !places.contains($0.finding.place)
        }
      }
    }
    // If everything is read and unchanged, the platform's view does not matter.
    let isRead = version.unreadList == nil && version.unread.isEmpty
    let isAsReleased = edited.pinned.consequence(of: version.document) != .unrecognised
    return isRead && isAsReleased ? edits : edits + [untold(edited)]
  }

  /// The edits of entities whose version hashes cannot be computed.
  private func untoldEdits(
    from file: SchemaDocument, to version: SourceVersion, _ edited: Edited
  ) -> [Edit] {
    edits(from: file, to: version, edited) { step, path in
      if case .isUntold = step.sight(of: path) { true } else { false }
    }
  }

  private func edits(
    from file: SchemaDocument, to version: SourceVersion, _ edited: Edited,
    where isMeant: (ModelStep, SchemaPath) -> Bool = { _, _ in true }
  ) -> [Edit] {
    let step = ModelStep(file, version)
    let number = edited.pinned.version
    do throws(DiagnosticsError) {
      return try step.changes().filter { isMeant(step, $0.change.path) }.map { planned in
        let path = planned.change.path
        return finding(
          planned.change.phrase, at: step.place(of: path), edited,
          step.consequence(of: path, planned, forStoresOf: number), undo: planned.undo)
      }
    } catch {
      return error.diagnostics.map { problem in
        finding(
          problem.message, at: .location(problem.location ?? edited.declaration.location), edited,
          [.init(.unrecognised(number))])
      }
    }
  }

  private func untold(_ edited: Edited) -> Edit {
    let problems = edited.version.untold
    let place = edited.version.unreadList ?? problems.first?.location
    let finding = Finding(
      Self.id, .couldNotBeTold(edited.declaration.name, edited.pinned.version),
      at: .location(place ?? edited.declaration.location),
      notes: problems.map { problem in
        .init(Finding.Message(problem.message), at: problem.location.map { .location($0) })
      }, atMost: .warning)
    return Edit(name: edited.declaration.name, version: edited.pinned.version, finding: finding)
  }

  private func finding(
    _ change: String, at place: Finding.Place, _ edited: Edited, _ consequence: [Finding.Note],
    undo: Finding.Message = .undo
  ) -> Edit {
    let (name, number) = (edited.declaration.name, edited.pinned.version)
    return Edit(
      name: name, version: number, change: change,
      finding: Finding(
        Self.id, .edited(name, number, change), at: place,
        notes: consequence + [.init(undo), .init(.repin(number))]))
  }
}

extension ModelStep {
  /// The notes on what an edit means for stores of the released version.
  fileprivate func consequence(
    of path: SchemaPath, _ change: PlannedChange, forStoresOf version: Version
  ) -> [Finding.Note] {
    let sight = sight(of: path)
    if isUnseen(sight) { return [.init(.unnoticed(by: change))] }
    let hashes = [hashNote(sight)].compactMap(\.self)
    if case .isUntold = sight { return hashes }
    return hashes + [.init(.unrecognised(version))]
  }
}

extension PlannedChange {
  /// The advice on an edit of a released version.
  ///
  /// A later version cannot say what the version hashes leave out, so an enumeration keeps what is stored.
  fileprivate var undo: Finding.Message {
    if case .changeEnumeration(_, _, let cases) = change, changesMeaning,
      cases.oldRawType == cases.newRawType
    {
      .keepStored(cases)
    } else {
      .undo
    }
  }
}

extension SourceVersion {
  /// The entities whose version hashes differ from the pinned ones, with both hashes, sorted by name.
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

  fileprivate static func areEditedToo(_ versions: [String]) -> Self {
    let listed = versions.dropLast().joined(separator: ", ")
    let all = listed.isEmpty ? versions[0] : "\(listed) and \(versions[versions.count - 1])"
    return Self(
      "\(all) \(versions.count == 1 ? "lists" : "list") the same class, and "
        + "\(versions.count == 1 ? "is" : "are") edited with it")
  }

  fileprivate static func couldNotBeTold(_ name: String, _ version: Version) -> Self {
    Self("whether '\(name)' is version \(version) as it was released is not known")
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
