package import Diagnostics
package import SchemaLint
package import SchemaLock
package import SchemaModel
internal import SchemaYAML

/// The versions of a model, and what was pinned of those that were released.
package struct LockedModel {
  /// The folder of the schema files.
  package let folder: String
  /// The versions.
  package let history: SchemaHistory
  /// What was pinned; nil where the folder has no lock, or one that cannot be read.
  package let lock: LockFile?
  /// What is wrong with the lock.
  package let lockProblems: [Diagnostic]
  /// The schema files, held against what was released.
  package let comparison: ReleaseComparison

  /// The versions that were locked since an earlier time with which the model is compared: what is found
  /// in them still counts.
  package var newlyLocked: Set<Version> = []

  /// Reads a folder.
  ///
  /// - Throws: all that is wrong with the schema files, and with the lock besides. Of sound ones, a
  ///   lock that cannot be read is no reason not to look at the rest.
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

  /// The model's name.
  package var name: String { history.newest?.schema.name ?? "" }

  /// The versions that are as they were released, so that nothing in them is still to be decided.
  var settledVersions: Set<Version> { comparison.settledVersions.subtracting(newlyLocked) }

  /// The schema files, with those that they extend.
  var files: [String] { Set(history.versions.flatMap(\.sources.files)).sorted() }

  /// Where the lock is, or will be.
  package var lockPath: String { LockFile.path(inFolder: folder) }
}

// MARK: - What is wrong

extension LockedModel {
  /// Something about a released version that is no longer as it was released.
  package struct Edit: Sendable {
    /// The version; nil where the problem is of none.
    package var version: Version?
    /// What is wrong.
    package var problem: Diagnostic
  }

  /// What is no longer as it was released, except for these versions.
  package func edits(except versions: Set<Version> = []) -> [Edit] {
    if comparison.isFaithful { return [] }
    let released = (lock?.released ?? []).filter { !versions.contains($0.version) }
    return Linter.edits(of: history, since: released).map {
      Edit(version: $0.finding.place.version, problem: $0.diagnostic)
    }
  }
}

// MARK: - What a lock makes of it

extension LockedModel {
  /// A warning for the errors in versions that are to be locked: they are notes from then on.
  ///
  /// An app that is taken in has released what it has, whatever is wrong with it.
  package func errors(in versions: [Version], by rules: RuleSettings) -> Diagnostic? {
    var context = LintContext(texts: LintPart.texts(of: files))
    // What is locked anew is judged as if it were not locked yet.
    context.released[history.newest?.file ?? ""] = lock?.released.filter {
      !versions.contains($0.version)
    }
    let found = Linter.report(on: [history], settings: rules, context: context).findings.filter {
      $0.diagnostic.severity == .error && $0.version.map(versions.contains) == true
    }
    guard let first = found.first?.diagnostic else { return nil }
    let broken = versions.filter { version in found.contains { $0.version == version } }
    let names = broken.map { (history[$0]?.schema.version ?? $0).words }
    return Diagnostic(
      code: "locked-errors", severity: .warning,
      "\(Quantity.count(found.count, "error")) in \(names.joined(separator: ", ")) "
        + "\(found.count == 1 ? "is a note" : "are notes") from now on",
      at: first.location,
      notes: found.prefix(5).map {
        .init("\($0.diagnostic.message) [\($0.diagnostic.code)]", at: $0.diagnostic.location)
      } + [
        .init(
          "where the version is not released yet, correct the errors, then: "
            + "migrate lock \(broken.map { "--repin \($0)" }.joined(separator: " "))")
      ])
  }
}
