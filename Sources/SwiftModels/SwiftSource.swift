public import Diagnostics
internal import Programs
internal import SchemaLint
public import SchemaModel

/// Swift files, read as one program.
///
/// The files belong to one module, or to several modules that know each other. Types are looked up as the
/// compiler does. Where several types have the same name, the nearest counts.
public struct SwiftSource: Sendable {
  let program: SourceProgram
  /// The files that could not be read at all.
  private let unreadable: [Diagnostic]
  /// The facts of the files to keep for the next run; nil unless the caller asked for them.
  public let kept: KeptFacts?
  /// Whether no file had to be parsed.
  public let isAllKept: Bool
  /// The digest of the texts of all files; nil if a file could not be read completely.
  public let digest: SwiftDigest?

  /// Reads files from their texts.
  public init(texts: [(path: String, text: String)]) {
    program = DeepThread.value {
      SourceProgram(texts.map { SourceReader.facts(of: $0.text, path: $0.path) })
    }
    unreadable = []
    (kept, isAllKept, digest) = (nil, false, nil)
  }

  /// Reads the Swift files at these paths, and in the folders among them.
  ///
  /// A file that cannot be read is reported as a problem, and the others are still read. So is a file that
  /// takes longer than `patience` milliseconds. A file whose facts are in `kept` is not parsed unless its
  /// text has changed.
  public init(paths: [String], patience: Int = 10_000, keeping kept: KeptFacts? = nil) {
    let files = SwiftFiles(at: paths)
    var facts: [FileFacts] = []
    var problems = files.problems
    let read = files.paths.deepMap { path in
      Result { () throws(DiagnosticsError) in
        try ReadFile(at: path, withinMilliseconds: patience, keeping: kept)
      }
    }
    var known: [ReadFile] = []
    for result in read {
      switch result {
      case .success(let file):
        facts.append(file.facts)
        known.append(file)
      case .failure(let error): problems += error.diagnostics
      }
    }
    program = DeepThread.value { [facts] in SourceProgram(facts) }
    unreadable = problems
    self.kept = kept.map { _ in
      KeptFacts(
        of: known.compactMap { file in file.kept.map { (file.facts.path, file.digest, $0) } })
    }
    isAllKept = kept != nil && known.allSatisfy(\.wasKept)
    let isWhole = problems.isEmpty && known.allSatisfy(\.isComplete)
    digest = isWhole ? SwiftDigest(of: known.map { ($0.facts.path, $0.digest) }) : nil
  }

  /// The paths of the files, sorted.
  public var paths: [String] { program.files.map(\.path) }

  /// The problems that kept files or parts of them from being understood, by place.
  public var problems: [Diagnostic] { (unreadable + program.files.flatMap(\.problems)).sorted() }

  /// The versions of the model that the files declare.
  ///
  /// Without a name, the versions are named after the migration plan. Models that no version lists count too.
  /// With `onlyInContainers`, these are only the models that a container lists or leads to, if such a list
  /// can be read; otherwise all of them. If one plan is chosen, only its versions are read. For schema files,
  /// a version before the newest is skipped, with a warning, if it cannot be read without a mistake.
  public func schemas(
    name: SchemaName = SchemaName(), onlyInContainers: Bool = false, number: Version? = nil,
    plan: PlanChoice = .all, use: SchemaUse = .rules
  ) -> SwiftSchemas {
    DeepThread.value {
      let containers = onlyInContainers ? ContainerLists(program) : nil
      let models = containers.flatMap { $0.areWhole ? $0.models : nil } ?? []
      var schemas = SwiftSchemas(
        program, name: name, models: models.isEmpty ? nil : models, number: number, plan: plan,
        use: use)
      // For models that versions list, the versions say which models belong together.
      if schemas.versions.isEmpty, let problem = containers?.severalStores(in: program) {
        schemas.problems = (schemas.problems + [problem]).sorted()
      }
      return schemas
    }
  }
}
