internal import Diagnostics
internal import Files
internal import JSON
internal import ProjectCheck
internal import Reports
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel
internal import SchemaYAML

/// A change of a lock: the versions to add, and the files to write.
struct LockChange {
  private let model: LockedModel
  /// The versions that are locked for the first time, in ascending order.
  private let added: [Version]
  /// The versions that the user named.
  private let named: Set<Version>
  /// The versions that are pinned again, in ascending order.
  private let repinned: [Version]
  /// The files to write; empty if nothing changes.
  let files: [NewFile]

  /// The change that locks these versions, or all unlocked versions if none is named.
  ///
  /// - Throws: ``Failure`` if the model does not have such a version.
  init(_ model: LockedModel, adding versions: [Version], repinning: Set<Version>) throws {
    self.model = model
    named = repinning.union(versions)
    var lock = model.lock ?? LockFile(schema: model.name)
    let known = Set(lock.released.map(\.version))
    let open = model.comparison.unreleased.map(\.schema.version)
    let wanted = versions.isEmpty && repinning.isEmpty ? Set(open) : Set(versions)
    added = wanted.union(repinning).subtracting(known).sorted()
    repinned = repinning.intersection(known).sorted()
    for version in added + repinned {
      guard let document = model.history[version] else {
        throw VersionReference.unknown(version, in: model.history, model.folder)
      }
      lock.pin(ReleasedVersion(releasing: document))
    }
    files = try Self.files(of: lock, in: model)
  }

  private static func files(of lock: LockFile, in model: LockedModel) throws -> [NewFile] {
    guard lock != model.lock else { return [] }
    let attribute = try MergeAttribute.file(inFolder: model.folder)
    return [NewFile(model.lockPath, lock.text)]
      + (attribute.map { [NewFile($0.path, $0.text)] } ?? [])
  }

  /// The open questions of the versions: with an open question, the pinned content would be unknown.
  var openQuestions: [Diagnostic] {
    (added + repinned).compactMap { model.history[$0]?.file }.flatMap(OpenQuestion.all).map {
      Diagnostic(
        code: "open-question", "the version leaves to decide: \($0.text)", at: $0.location,
        notes: [.init("write what is meant, and delete the comment; then lock the version")])
    }
  }

  /// The newest version, if it changes nothing and was not named: it was probably only begun.
  ///
  /// An older version was released without changes, because another version followed.
  var emptyVersion: Diagnostic? {
    let last = model.history.versions.suffix(2)
    guard let old = last.first, let new = last.last, new.changesNothing(since: old),
      Set(added).subtracting(named).contains(new.schema.version)
    else { return nil }
    return Diagnostic(
      code: "empty-version",
      "version \(new.schema.version) changes nothing since \(old.schema.version)",
      at: new.sources.location(of: SchemaPath(["version"])),
      notes: [
        .init("write what changes, or delete the file"),
        .init("if it is released as it is, name it: \(command)"),
      ])
  }

  /// The command that locks the same versions by name.
  var command: String {
    "migrate lock \(added.map(\.description).joined(separator: " ")) --schemas "
      + model.folder.shellWord
  }

  /// The newest version and its folder, as if it were locked: `2.0.0=Schemas/Library`.
  var release: String? { newest.map { "\($0)=\(model.folder)" } }

  /// The newest version, if it is being locked.
  var newest: Version? {
    model.history.newest.map(\.schema.version).flatMap {
      (added + repinned).contains($0) ? $0 : nil
    }
  }

  /// The errors in the versions to lock, which become notes.
  func errors(by configuration: Configuration) -> Diagnostic? {
    model.errors(
      in: added + repinned, named: named, configuration.rules, configuration.lintContext)
  }

  /// Writes the files, each completely or not at all.
  func write() throws {
    for file in files { try AtomicFile.write(file.text, to: file.path) }
  }
}

// MARK: - The report

extension LockChange {
  /// The change in a line: `Schemas/Library/schema.lock: 2.0.0 locked`.
  var sentence: String {
    let parts = [words(added, "locked"), words(repinned, "locked anew")]
    let words = parts.compactMap(\.self).joined(separator: ", ")
    return "\(model.lockPath): \(words.isEmpty ? "nothing to lock" : words)"
  }

  private func words(_ versions: [Version], _ verb: String) -> String? {
    versions.isEmpty ? nil : "\(versions.map(model.words).joined(separator: ", ")) \(verb)"
  }

  /// The result for JSON.
  var value: JSONValue {
    [
      "schema": .string(model.name), "lock": .string(model.lockPath),
      "added": .list(added) { .string("\($0)") },
      "repinned": .list(repinned) { .string("\($0)") },
      "files": .list(files) { .string($0.path) },
    ]
  }
}

extension LockedModel {
  /// A version with its name in the schema file: `17.0.0 (2.101)`.
  func words(_ version: Version) -> String { (history[version]?.schema.version ?? version).words }
}

extension SchemaDocument {
  /// Whether the version is the same as the previous version and has no migration.
  func changesNothing(since before: SchemaDocument) -> Bool {
    schema.version != before.schema.version && migration == nil
      && hasSameModel(as: before)
  }

  /// Whether two versions have the same model, whatever their numbers and migrations.
  func hasSameModel(as other: SchemaDocument) -> Bool {
    SchemaOutline(of: self).model == SchemaOutline(of: other).model
  }
}
