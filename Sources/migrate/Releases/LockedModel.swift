internal import Diagnostics
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel
internal import SchemaYAML

/// The versions of a model, and what was pinned of those that were released.
struct LockedModel {
  /// The folder of the schema files.
  let folder: String
  /// The versions.
  let history: SchemaHistory
  /// What was pinned; nil where the folder has no lock.
  var lock: LockFile?

  /// Reads a folder.
  ///
  /// - Throws: all that is wrong with the schema files and with the lock.
  init(inFolder folder: String) throws(DiagnosticsError) {
    self.folder = folder
    let history: SchemaHistory
    do throws(DiagnosticsError) {
      history = try SchemaReader.history(inDirectory: folder)
    } catch {
      throw DiagnosticsError(error.diagnostics + Self.problems(ofLockIn: folder))
    }
    self.history = history
    lock = try LockFile.read(inFolder: folder, of: history.newest?.schema.name)
  }

  private static func problems(ofLockIn folder: String) -> [Diagnostic] {
    do throws(DiagnosticsError) {
      _ = try LockFile.read(inFolder: folder, of: nil)
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// The model's name.
  var name: String { history.newest?.schema.name ?? "" }

  /// Where the lock is, or will be.
  var lockPath: String { LockFile.path(inFolder: folder) }

  /// The schema files, held against what was released.
  var comparison: ReleaseComparison { ReleaseComparison(history, with: lock?.released ?? []) }
}

// MARK: - What is wrong

extension LockedModel {
  /// What is no longer as it was released, except for these versions.
  func edits(except versions: Set<Version> = []) -> [Diagnostic] {
    var settings = RuleSettings()
    for rule in RuleRegistry.rules { settings.overrides[rule.id] = .off }
    settings.overrides[ReleasedVersionEdited.id] = .error
    let released = (lock?.released ?? []).filter { !versions.contains($0.version) }
    let context = LintContext(released: [name: released])
    return Linter.report(on: [history], settings: settings, context: context).findings
      .map(\.diagnostic)
  }
}
