package import Diagnostics
internal import Files
package import SchemaLint
package import SchemaLock
package import SchemaModel
internal import SchemaYAML

/// The versions of a model, and the pinned content of its released versions.
package struct LockedModel {
  /// The folder of the schema files.
  package let folder: String
  /// The versions.
  package let history: SchemaHistory
  /// The lock; nil if the folder has none, or if it cannot be read.
  package let lock: LockFile?
  /// The problems of the lock.
  package let lockProblems: [Diagnostic]
  /// The comparison of the schema files with the released versions.
  package let comparison: ReleaseComparison

  /// The versions that were locked since the revision that the model is compared with: findings in them still
  /// count.
  package var newlyLocked: Set<Version> = []

  /// Reads a folder.
  ///
  /// - Throws: all problems of the schema files, and of the lock as well. If only the lock cannot be read,
  ///   the rest is still checked, and nothing is thrown.
  package init(inFolder folder: String) throws(DiagnosticsError) {
    self.folder = folder
    let history: SchemaHistory
    do throws(DiagnosticsError) {
      history = try SchemaReader.history(inDirectory: folder)
    } catch {
      throw DiagnosticsError(
        error.diagnostics + Self.lock(inFolder: folder, of: nil).problems)
    }
    self.history = history
    (lock, lockProblems) = Self.lock(inFolder: folder, of: history.newest?.schema.name)
    comparison = ReleaseComparison(history, with: lock?.released ?? [])
  }

  private static func lock(
    inFolder folder: String, of model: String?
  ) -> (lock: LockFile?, problems: [Diagnostic]) {
    do throws(DiagnosticsError) {
      return (try LockFile.read(inFolder: folder, of: model), [])
    } catch {
      return (nil, error.diagnostics)
    }
  }

  /// The name of the model.
  package var name: String { history.newest?.schema.name ?? "" }

  /// The versions that are unchanged since their release, so that nothing in them is left to decide.
  var settledVersions: Set<Version> { comparison.settledVersions.subtracting(newlyLocked) }

  /// The schema files, including the files that they extend.
  var files: [String] { Set(history.versions.flatMap(\.sources.files)).sorted() }

  /// The path of the lock, which need not exist yet.
  package var lockPath: String { LockFile.path(inFolder: folder) }
}

// MARK: - Problems

extension LockedModel {
  /// A change of a released version.
  package struct Edit: Sendable {
    /// The version; nil if the problem does not belong to a version.
    package var version: Version?
    /// The problem.
    package var problem: Diagnostic
  }

  /// The changes of released versions, except for these versions.
  package func edits(except versions: Set<Version> = []) -> [Edit] {
    if comparison.isFaithful { return [] }
    let released = (lock?.released ?? []).filter { !versions.contains($0.version) }
    return Linter.edits(of: history, since: released).map {
      Edit(version: $0.finding.place.version, problem: $0.diagnostic)
    }
  }
}

// MARK: - Errors that become notes

extension LockedModel {
  /// The errors in versions that are to be locked, which become notes; nil if there are none.
  ///
  /// They are a warning if the user named each of these versions: an existing app has released them, whatever
  /// their errors. A version that was not named may not be released yet, and is not locked.
  package func errors(
    in versions: [Version], named: Set<Version>, _ rules: RuleSettings, _ context: LintContext
  ) -> Diagnostic? {
    var context = context
    context.texts = LintPart.texts(of: files)
    // Versions that are locked anew are checked as if they were not locked yet.
    context.released[history.newest?.file ?? ""] = lock?.released.filter {
      !versions.contains($0.version)
    }
    let found = Linter.report(on: [history], settings: rules, context: context).findings.filter {
      $0.diagnostic.severity == .error && $0.version.map(versions.contains) == true
    }
    guard let first = found.first?.diagnostic else { return nil }
    let broken = versions.filter { version in found.contains { $0.version == version } }
    let names = broken.map { (history[$0]?.schema.version ?? $0).words }.joined(separator: ", ")
    let count = "\(Quantity.count(found.count, "error")) in \(names)"
    let (are, notes) = found.count == 1 ? ("is", "a note") : ("are", "notes")
    let isNamed = named.isSuperset(of: broken)
    return Diagnostic(
      code: "locked-errors", severity: isNamed ? .warning : .error,
      isNamed
        ? "\(count) \(are) \(notes) from now on"
        : "\(count) would be \(notes) once locked: a version with errors must be named",
      at: first.location,
      notes: found.prefix(5).map {
        .init("\($0.diagnostic.message) [\($0.diagnostic.code)]", at: $0.diagnostic.location)
      } + advice(on: broken, of: versions, isNamed: isNamed))
  }

  private func advice(
    on broken: [Version], of versions: [Version], isNamed: Bool
  ) -> [Diagnostic.Note] {
    if isNamed {
      let repins = broken.map { "--repin \($0)" }.joined(separator: " ")
      return [
        .init(
          "where the version is not released yet, correct the errors, then: migrate lock \(repins)")
      ]
    }
    func command(_ versions: [Version]) -> String {
      "migrate lock \(versions.map(\.description).joined(separator: " ")) --schemas \(folder.shellWord)"
    }
    let sound = versions.filter { !broken.contains($0) }
    return [
      .init(
        "where users do not have it yet, correct the errors"
          + (sound.isEmpty ? "" : ", and lock the rest: \(command(sound))")),
      .init("where they have it, name it: \(command(versions))"),
    ]
  }
}
