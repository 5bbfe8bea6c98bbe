package import Diagnostics
internal import Files
package import SchemaLock
internal import SchemaModel

/// The locks of a project at an earlier time: what was pinned then is to stay pinned.
package struct PastLocks: Sendable {
  /// One of them.
  package struct Item: Sendable {
    /// The file, as a path from the root of the repository.
    package var path: String
    /// Its folder.
    package var folder: String
    /// Whether the file is still there.
    package var isThere: Bool
    /// What it said.
    package var lock: LockFile

    /// A lock from its parts.
    package init(path: String, folder: String, isThere: Bool, lock: LockFile) {
      (self.path, self.folder, self.isThere, self.lock) = (path, folder, isThere, lock)
    }
  }

  /// The name of the revision.
  package var revision: String
  /// The locks, in the order of their paths.
  package var items: [Item]

  /// The locks of a revision.
  package init(at revision: String, _ items: [Item]) {
    (self.revision, self.items) = (revision, items)
  }

  /// What was pinned of a model and is not pinned now, in its folder or where it was before.
  package func problems(of model: LockedModel) -> [Diagnostic] {
    let pinned = Set((model.lock?.released ?? []).map(\.version))
    return items(of: model).compactMap { item in
      let lost = item.lock.released.map(\.version).filter { !pinned.contains($0) }
      guard let first = lost.first else { return nil }
      let document = model.history[first] ?? model.history.newest
      return Diagnostic(
        code: "missing-lock", message(lost, of: model),
        at: document?.sources.location(of: SchemaPath(["version"])),
        notes: [.init("take it back: git checkout \(revision) -- ':/\(item.path)'")])
    }
  }

  /// The versions of a model that are pinned now and were not then; none of a model that had no lock.
  func newlyLocked(of model: LockedModel) -> Set<Version> {
    let items = items(of: model)
    if items.isEmpty { return [] }
    return Set((model.lock?.released ?? []).map(\.version))
      .subtracting(items.flatMap(\.lock.released).map(\.version))
  }

  /// The locks of a model, in its folder or where it was before.
  private func items(of model: LockedModel) -> [Item] {
    let folder = FileSystem.resolved(model.folder)
    return items.filter {
      $0.lock.schema == model.name
        && (FileSystem.resolved($0.folder) == folder || !$0.isThere)
    }
  }

  /// Models that were pinned, and that are not among those that there are now.
  func problemsOfModelsGone(besides names: [String]) -> [Diagnostic] {
    items.filter { !$0.isThere && !names.contains($0.lock.schema) }.compactMap { item in
      let versions = item.lock.released.map(\.version.description).joined(separator: ", ")
      guard !versions.isEmpty else { return nil }
      let folder = FilePath.folder(of: item.path)
      return Diagnostic(
        code: "missing-lock",
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
