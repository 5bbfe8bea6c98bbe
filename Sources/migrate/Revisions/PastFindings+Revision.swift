internal import Diagnostics
internal import Files
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel

extension PastFindings {
  /// The findings in the files of a revision, with the current settings of the project.
  ///
  /// Models in source are compared with the locked versions below a folder.
  ///
  /// - Throws: an error if a path is not in the repository.
  init(
    in files: PastFiles, schemas: [String], source: [String] = [], locks: String,
    configuration: Configuration, baseline: Baseline?
  ) throws {
    let (names, known) = (files.names, files.known)
    var configuration = configuration
    configuration.suppressions = configuration.suppressions.map { $0.moved(names.then) }
    var run = LintRun(
      paths: try schemas.compactMap(files.path) + files.foldersOfGoneSchemas(outside: schemas),
      configuration: configuration,
      source: try SwiftLint.lint(
        source.compactMap(files.path), configuration: configuration,
        schemas: schemas.compactMap(files.path),
        locks: source.isEmpty ? locks : files.path(locks) ?? names.then(locks),
        // The exported files are at a path that is never used again.
        usesCache: false))
    run.baseline = baseline?.moved(names.then)
    self.init(
      run.state().report.findings.map(\.diagnostic), name: names.fromRoot,
      wasThere: known.contains, isThere: { FileSystem.exists(FilePath.join(names.root, $0)) })
  }
}

extension Suppression {
  /// The exception, converted to another path if it is for a path.
  fileprivate func moved(_ path: (String) -> String) -> Suppression {
    guard case .path(let covered) = scope else { return self }
    var suppression = self
    suppression.scope = .path(path(covered))
    return suppression
  }
}

extension Baseline {
  /// The findings, converted to other files.
  fileprivate func moved(_ path: (String) -> String) -> Baseline {
    Baseline(
      entries.map { entry in
        var entry = entry
        entry.file = path(entry.file)
        return entry
      })
  }
}
