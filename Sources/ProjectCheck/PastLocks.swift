package import Diagnostics
internal import Files
package import SchemaLock
internal import SchemaModel

/// The locks of a project in an earlier revision, whose versions must stay pinned.
package struct PastLocks: Sendable {
  /// A lock in the earlier revision.
  package struct Item: Sendable {
    /// The path of the file from the root of the repository.
    package var path: String
    /// The folder of the file.
    package var folder: String
    /// Whether the file still exists.
    package var isThere: Bool
    /// The content of the lock.
    package var lock: LockFile

    /// Creates a lock from its parts.
    package init(path: String, folder: String, isThere: Bool, lock: LockFile) {
      (self.path, self.folder, self.isThere, self.lock) = (path, folder, isThere, lock)
    }
  }

  /// The name of the revision.
  package var revision: String
  /// The locks, in the order of their paths.
  package var items: [Item]

  /// The weight of a lost lock: a lock that an older commit deleted may have been deleted on purpose.
  let severity: Diagnostic.Severity

  /// The locks of a revision.
  package init(
    at revision: String, _ items: [Item], severity: Diagnostic.Severity = .error
  ) {
    (self.revision, self.items, self.severity) = (revision, items, severity)
  }

  /// The versions of a model that were pinned and are no longer, in its current or earlier folder.
  package func problems(of model: LockedModel) -> [Diagnostic] {
    let pinned = Set((model.lock?.released ?? []).map(\.version))
    return items(of: model).compactMap { item in
      let lost = item.lock.released.map(\.version).filter { !pinned.contains($0) }
      guard let first = lost.first else { return nil }
      let document = model.history[first] ?? model.history.newest
      return Diagnostic(
        code: "missing-lock", severity: severity, message(lost, of: model),
        at: document?.sources.location(of: SchemaPath(["version"])),
        notes: [.init("take it back: git checkout \(revision) -- ':/\(item.path)'")])
    }
  }

  /// The versions of a model that are pinned now and were not pinned then; empty for a model that had no
  /// lock.
  func newlyLocked(of model: LockedModel) -> Set<Version> {
    let items = items(of: model)
    if items.isEmpty { return [] }
    return Set((model.lock?.released ?? []).map(\.version))
      .subtracting(items.flatMap(\.lock.released).map(\.version))
  }

  /// The locks of a model, in its current or earlier folder.
  private func items(of model: LockedModel) -> [Item] {
    let folder = FileSystem.resolved(model.folder)
    return items.filter {
      $0.lock.schema == model.name
        && (FileSystem.resolved($0.folder) == folder || !$0.isThere)
    }
  }

  /// The problems of models that were pinned and no longer exist.
  func problemsOfModelsGone(besides names: [String]) -> [Diagnostic] {
    items.filter { !$0.isThere && !names.contains($0.lock.schema) }.compactMap { item in
      let versions = item.lock.released.map(\.version.description).joined(separator: ", ")
      guard !versions.isEmpty else { return nil }
      let folder = FilePath.folder(of: item.path)
      return Diagnostic(
        code: "missing-lock", severity: severity,
        "the model '\(item.lock.schema)' is missing; its lock pinned \(versions) at "
          + "'\(revision)'",
        notes: [.init("take it back: git checkout \(revision) -- ':/\(folder)'")])
    }
  }

  private func message(_ lost: [Version], of model: LockedModel) -> String {
    let list = lost.map(\.description).joined(separator: ", ")
    return model.lock == nil
      ? "the lock of '\(model.name)' is missing; it pinned \(list) at '\(revision)'"
      : "the lock of '\(model.name)' no longer pins \(list), as it did at '\(revision)'"
  }
}
