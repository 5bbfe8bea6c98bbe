public import Diagnostics
internal import Programs
internal import SchemaLint
public import SchemaModel

/// Swift files that were read and understood as one program.
///
/// The files are those of one module, or of several that know each other: a type is looked up as
/// the compiler does, and of several with one name the nearest counts.
public struct SwiftSource: Sendable {
  let program: SourceProgram
  /// The files that could not be read at all.
  private let unreadable: [Diagnostic]
  /// What can be kept of the files for the next time, where that was asked for.
  public let kept: KeptFacts?
  /// True if no file had to be parsed.
  public let isAllKept: Bool
  /// The digest of all that the files say; nil where one could not be read to its end.
  public let digest: SwiftDigest?

  /// Reads files that are given with their texts.
  public init(texts: [(path: String, text: String)]) {
    program = DeepThread.value {
      SourceProgram(texts.map { SourceReader.facts(of: $0.text, path: $0.path) })
    }
    unreadable = []
    (kept, isAllKept, digest) = (nil, false, nil)
  }

  /// Reads the Swift files at these paths and in the folders among them.
  ///
  /// A file that cannot be read is a problem, and the others are read all the same. So is a file that
  /// takes longer than the patience for one, in milliseconds. A file is not parsed where it says what it
  /// said when something was kept of it.
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

  /// What kept files or parts of them from being understood, by place.
  public var problems: [Diagnostic] { (unreadable + program.files.flatMap(\.problems)).sorted() }

  /// The versions of the model that the files declare.
  ///
  /// Without a name they are called after the migration plan. Of the models that no version lists,
  /// those count that a container lists or leads to, where only these are asked for and there is
  /// such a list; else all of them. Where one plan is chosen, its versions are read alone. For schema
  /// files, a version before the newest that cannot be read without a mistake is left out, and a warning.
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
      // Of models that versions list, the versions say what belongs together.
      if schemas.versions.isEmpty, let problem = containers?.severalStores(in: program) {
        schemas.problems = (schemas.problems + [problem]).sorted()
      }
      return schemas
    }
  }
}
