package import Diagnostics
internal import Files
internal import SchemaLint
package import SchemaLock
internal import SchemaModel

/// The locks of a project in earlier revisions, whose versions must stay pinned.
package struct PastLocks: Sendable {
  /// A lock in an earlier revision.
  package struct Item: Sendable {
    /// The path of the file from the root of the repository.
    package var path: String
    /// The folder of the file.
    package var folder: String
    /// Whether the file still exists.
    package var isThere: Bool
    /// The content of the lock.
    package var lock: LockFile
    /// The name of the revision.
    package var revision: String
    /// The weight of its loss: a lock that an older commit deleted may have been deleted on purpose.
    package var severity = Diagnostic.Severity.error

    /// Creates a lock from its parts.
    package init(
      path: String, folder: String, isThere: Bool, lock: LockFile, revision: String
    ) {
      (self.path, self.folder, self.isThere) = (path, folder, isThere)
      (self.lock, self.revision) = (lock, revision)
    }
  }

  /// The locks, in the order of their paths.
  package var items: [Item]

  /// Creates a collection of locks.
  package init(_ items: [Item]) { self.items = items }

  /// The versions of a model that were pinned and are no longer, in its current or earlier folder, and their
  /// edits since.
  package func problems(of model: LockedModel) -> [Diagnostic] {
    let pinned = Set((model.lock?.released ?? []).map(\.version))
    return items(of: model).flatMap { item in
      let lost = item.lock.released.filter { !pinned.contains($0.version) }
      guard let first = lost.first?.version else { return [Diagnostic]() }
      let document = model.history[first] ?? model.history.newest
      return [
        Diagnostic(
          code: "missing-lock", severity: item.severity,
          message(lost.map(\.version), of: model, item.revision),
          at: document?.sources.location(of: SchemaPath(["version"])),
          notes: [.init("take it back: git checkout \(item.revision) -- ':/\(item.path)'")])
      ] + Linter.edits(of: model.history, since: lost).map(\.diagnostic)
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
        code: "missing-lock", severity: item.severity,
        "the model '\(item.lock.schema)' is missing; its lock pinned \(versions) at "
          + "'\(item.revision)'",
        notes: [.init("take it back: git checkout \(item.revision) -- ':/\(folder)'")])
    }
  }

  private func message(_ lost: [Version], of model: LockedModel, _ revision: String) -> String {
    let list = lost.map(\.description).joined(separator: ", ")
    return model.lock == nil
      ? "the lock of '\(model.name)' is missing; it pinned \(list) at '\(revision)'"
      : "the lock of '\(model.name)' no longer pins \(list), as it did at '\(revision)'"
  }
}
