internal import Diagnostics
internal import Files
internal import SchemaFixes
internal import SchemaLint
internal import SchemaModel

extension PastFindings {
  /// What is found, as things stand in this project, in its files as they were at a revision.
  ///
  /// Models in source are held against what is locked below a folder.
  ///
  /// - Throws: that a path is not in the repository.
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
        // Where the files are taken out to, they never are again.
        usesCache: false))
    run.baseline = baseline?.moved(names.then)
    self.init(
      run.state().report.findings.map(\.diagnostic), name: names.fromRoot,
      wasThere: known.contains, isThere: { FileSystem.exists(FilePath.join(names.root, $0)) })
  }
}

extension Suppression {
  /// The same exception, where it is for a path, for another one.
  fileprivate func moved(_ path: (String) -> String) -> Suppression {
    guard case .path(let covered) = scope else { return self }
    var suppression = self
    suppression.scope = .path(path(covered))
    return suppression
  }
}

extension Baseline {
  /// The same findings in other files.
  fileprivate func moved(_ path: (String) -> String) -> Baseline {
    Baseline(
      entries.map { entry in
        var entry = entry
        entry.file = path(entry.file)
        return entry
      })
  }
}
