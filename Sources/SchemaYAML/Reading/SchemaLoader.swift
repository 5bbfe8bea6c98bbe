internal import Diagnostics
internal import Files
internal import SchemaModel
internal import Threads

/// Reads schema files, each once, and merges them with the versions that they extend.
final class SchemaLoader {
  /// A file that was read.
  struct Loaded: Sendable {
    /// The path of the file in messages.
    var path: String
    /// The content of the file; nil if it could not be read.
    var file: SchemaFile?
    /// The version, merged with the versions that it extends; nil if it is unknown.
    var draft: SchemaDraft?
    /// The damage of the draft.
    var damage = Damage()
    /// The path of the file that it extends.
    var base: String?
    /// Whether the parts were released from memory; the file is then read again if they are needed.
    private(set) var isLetGo = false

    /// Releases the parts of the version, of which a document has been made.
    mutating func letGo() {
      draft = nil
      file?.draft.letGo()
      isLetGo = true
    }
  }

  private let limits: YAMLLimits
  private var ahead: [String: ParsedFile] = [:]
  private var loaded: [String: Loaded] = [:]
  private var found: [Diagnostic] = []
  private var wasReadAgain = false
  private var identities: [String: String] = [:]

  init(limits: YAMLLimits = .standard) { self.limits = limits }

  /// All problems so far, without duplicates; notes are ignored, because they differ with the files that
  /// inherit a problem.
  var diagnostics: [Diagnostic] {
    var known: Set<Diagnostic> = []
    return found.filter { problem in
      var bare = problem
      bare.notes = []
      return known.insert(bare).inserted
    }
  }

  /// Adds a problem that concerns several files.
  func report(_ problem: FileProblem, at location: SourceLocation?) {
    found.append(problem.diagnostic(at: location))
  }

  /// Removes the reported problems of `extends` in these files; returns false if none exists.
  func forgetBases(ofFiles paths: [String]) -> Bool {
    let count = found.count
    found.removeAll { $0.code == "invalid-extends" && paths.contains($0.location?.file ?? "") }
    return found.count < count
  }

  /// The loaded file at a path.
  func loadedFile(_ path: String) -> Loaded? { loaded[identity(of: path)] }

  /// The identity of the file at a path, whose links are followed only once.
  func identity(of path: String) -> String {
    let known = identities[path] ?? YAMLFiles.identity(of: path)
    identities[path] = known
    return known
  }
}

// MARK: - Documents

extension SchemaLoader {
  /// The version in a file, checked as a whole; nil if it is unknown, which is reported.
  func document(file path: String) -> SchemaDocument? {
    load(path, namedAt: nil)
    return loadedFile(path).flatMap(document)
  }

  /// The version in a text, checked as a whole.
  func document(text: String, name: String) -> SchemaDocument? {
    let log = ProblemLog()
    var result = Loaded(path: name)
    do throws(DiagnosticsError) {
      result.file = Self.file(
        of: try YAMLDocument(parsing: Array(text.utf8), at: .file(name), limits: limits), log: log)
    } catch {
      log.add(error.diagnostics, hidingParts: true)
    }
    if let base = result.file?.base { log.report(.extendsInText, at: base.location) }
    result.draft = result.file?.draft
    result.damage = log.damage
    found += log.diagnostics
    return document(result)
  }

  /// The versions in files, each checked as a whole; unknown versions are left out and reported.
  ///
  /// A file needs far more memory while it is read than its version needs afterwards. So only some files are
  /// read at once, and consecutive versions share their common parts.
  func documents(files paths: [String]) -> [SchemaDocument] {
    var documents: [SchemaDocument] = []
    var rest = paths.sorted(by: NaturalOrder.precedes)[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(Self.batchSize))
      rest = rest.dropFirst(Self.batchSize)
      parse(ahead: batch)
      for path in batch { load(path, namedAt: nil) }
      let read = batch.compactMap(loadedFile).concurrentMap { Self.document($0) }
      found += read.flatMap(\.problems)
      for var document in read.compactMap(\.document) {
        if let before = documents.last { document.schema.share(entitiesOf: before.schema) }
        documents.append(document)
      }
      letGo(exceptFor: batch.last)
    }
    return documents
  }

  /// The number of files that are read at once; a short history is one batch.
  private static let batchSize = 8

  /// Releases the parts of all versions but one, which the next version may extend.
  ///
  /// If the order of the file names differs from the order of the versions, released parts are needed again.
  /// Nothing is released then; otherwise each file would be read once for every version.
  private func letGo(exceptFor path: String?) {
    guard !wasReadAgain else { return }
    let kept = path.map(identity)
    for identity in loaded.keys where identity != kept { loaded[identity]?.letGo() }
  }

  private func document(_ loaded: Loaded) -> SchemaDocument? {
    let (document, problems) = Self.document(loaded)
    found += problems
    return document
  }

  private static func document(
    _ loaded: Loaded
  ) -> (document: SchemaDocument?, problems: [Diagnostic]) {
    guard let draft = loaded.draft else { return (nil, []) }
    let log = ProblemLog()
    let document = SchemaAssembly.document(
      draft, migration: loaded.file?.migration, removals: loaded.file?.removals,
      file: loaded.path, log: log)
    let (schema, damage) = (document.schema, loaded.damage)
    if !damage.isTotal {
      let problems = schema.validate(sources: document.sources) { path in
        damage.mayExplain(findingAt: path, in: schema)
      }
      log.add(problems.filter { $0.severity == .error })
      document.checkMigration(except: damage, log: log)
    }
    return (damage.isEmpty ? document : nil, log.diagnostics)
  }
}

// MARK: - Files

extension SchemaLoader {
  /// Reads a file and the files that it extends, the earliest first.
  private func load(_ path: String, namedAt location: SourceLocation?) {
    var chain: [(path: String, identity: String, log: ProblemLog)] = []
    var next: (path: String, location: SourceLocation?)? = (path, location)
    while let (path, location) = next {
      let identity = identity(of: path)
      if let start = chain.firstIndex(where: { $0.identity == identity }) {
        reportCycle(chain[start...].map(\.path) + [path], at: location)
        break
      }
      if let known = loaded[identity] {
        guard known.isLetGo else { break }
        wasReadAgain = true
      }
      let (result, log) = read(path, namedAt: location)
      loaded[identity] = result
      chain.append((path, identity, log))
      next = result.base.map { ($0, result.file?.base?.location) }
    }
    for link in chain.reversed() {
      fold(link.identity, log: link.log)
      found += link.log.diagnostics
    }
  }

  private func reportCycle(_ paths: [String], at location: SourceLocation?) {
    report(.extendsItself(paths.map(FilePath.name)), at: location)
  }

  private func read(
    _ path: String, namedAt location: SourceLocation?
  ) -> (Loaded, ProblemLog) {
    var parsed: ParsedFile
    do throws(FileTrouble) {
      if let known = ahead.removeValue(forKey: path) {
        parsed = known
      } else {
        parsed = try ParsedFile(at: path, limits)
      }
    } catch {
      parsed = ParsedFile()
      let problem = diagnostic(error, path: path, namedAt: location)
      parsed.log.add([problem], hidingParts: true)
    }
    if parsed.isForeign, location != nil {
      parsed = ParsedFile()
      parsed.log.add([FileProblem.noSchemaKey(path).diagnostic(at: location)], hidingParts: true)
    }
    var result = Loaded(path: path, file: parsed.file)
    if let base = result.file?.base {
      if YAMLFiles.hasEnding(base.text) {
        result.base = FilePath.join(FilePath.folder(of: path), base.text)
      } else {
        parsed.log.report(.baseWithoutEnding(base.text), at: base.location)
      }
    }
    return (result, parsed.log)
  }

  /// The content and the problems of a file.
  private struct ParsedFile: @unchecked Sendable {
    // Sendable: the thread that filled the log no longer uses it.
    let log = ProblemLog()
    var file: SchemaFile?
    /// Whether it has no key 'schema', so that no message shows its content where 'extends' names it, which may
    /// name any file.
    var isForeign = false

    init() {}

    init(_ bytes: [UInt8], path: String, _ limits: YAMLLimits) {
      do throws(DiagnosticsError) {
        let document = try YAMLDocument(parsing: bytes, at: .file(path), limits: limits)
        isForeign = !SchemaFile.mayBeOne(document.root)
        file = SchemaLoader.file(of: document, log: log)
      } catch {
        isForeign = !SchemaFile.mayBeOne(bytes)
        log.add(error.diagnostics, hidingParts: true)
      }
    }

    init(at path: String, _ limits: YAMLLimits) throws(FileTrouble) {
      self.init(try YAMLFiles.bytes(of: path, limit: limits.bytes), path: path, limits)
    }
  }

  /// Parses several files at once that are needed later.
  ///
  /// The problems of an unreadable file are reported when the file is needed.
  private func parse(ahead paths: [String]) {
    let limits = limits
    let texts = paths.compactMap { path in
      (try? YAMLFiles.bytes(of: path, limit: limits.bytes)).map { (path: path, bytes: $0) }
    }
    let parsed = texts.concurrentMap { ParsedFile($0.bytes, path: $0.path, limits) }
    for (text, file) in zip(texts, parsed) { ahead[text.path] = file }
  }

  private static func file(of document: YAMLDocument, log: ProblemLog) -> SchemaFile? {
    log.add(document.problems)
    for keys in document.omissions { log.noteMissing(Damage.Part(omittedAt: keys)) }
    return SchemaFile(document.root, log: log)
  }

  private func diagnostic(
    _ trouble: FileTrouble, path: String, namedAt location: SourceLocation?
  ) -> Diagnostic {
    switch trouble {
    case .missing:
      let folder = FilePath.folder(of: path)
      let candidates = YAMLFiles.schemaFiles(in: folder).map { FilePath.join(folder, $0) }
        .filter { $0 != location?.file }
      // A version extends the previous one. 'V10.yaml' comes after 'V9.yaml'.
      let order = { (left: String, right: String) in (left.count, left) < (right.count, right) }
      let base = candidates.filter { name in location.map { order(name, $0.file) } ?? false }
        .max(by: order)
      let likely = base.flatMap { nearest(to: path, among: [$0]) }.map { [$0] } ?? candidates
      var missing = FileProblem.missingFile(path, candidates: likely).diagnostic(at: location)
      // A file that another file extends must have existed before.
      if location != nil, nearest(to: path, among: candidates) == nil {
        missing.notes.append(FileProblem.takeBack(path))
      }
      return missing
    case .notAFile: return FileProblem.notAFile(path).diagnostic(at: location)
    case .unreadable: return FileProblem.unreadableFile(path).diagnostic(at: location)
    case .tooLarge(let size):
      let place = SourceLocation(file: path, line: 1, column: 1)
      return YAMLProblem.tooManyBytes(size, limit: limits.bytes).diagnostic(at: place)
    }
  }

  /// Merges a file with its base, which must be loaded.
  private func fold(_ identity: String, log: ProblemLog) {
    guard let file = loaded[identity]?.file else { return }
    guard let reference = file.base else {
      loaded[identity]?.draft = file.draft
      loaded[identity]?.damage = log.damage
      return
    }
    guard let path = loaded[identity]?.base, let base = loadedFile(path), let known = base.file,
      let draft = base.draft
    else { return }
    checkBase(known, path: path, of: file, at: reference.location, log: log)
    // If the base is damaged, a part that seems to be missing may be in the damaged part.
    let removals = base.damage.isEmpty ? log : ProblemLog()
    loaded[identity]?.draft = draft.extended(by: file, log: removals)
    var damage = base.damage.renamed(as: file.draft)
    damage.formUnion(log.damage)
    damage.formUnion(removals.damage)
    loaded[identity]?.damage = damage
  }

  private func checkBase(
    _ base: SchemaFile, path: String, of file: SchemaFile, at location: SourceLocation,
    log: ProblemLog
  ) {
    guard base.isIdentified, file.isIdentified else { return }
    let (older, newer) = (base.draft, file.draft)
    if older.name != newer.name {
      log.report(
        .otherSchema(newer.name, base: FilePath.name(of: path), baseName: older.name), at: location)
    } else if older.version >= newer.version {
      log.report(
        .baseNotEarlier(
          base: FilePath.name(of: path), baseVersion: older.version.description,
          version: newer.version.description), at: location)
    }
  }
}
