internal import Diagnostics
internal import Files
internal import ProjectCheck
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel

/// The models to lint, with the locks and tests in their folders.
struct LintInput {
  /// The models; a version that is named by itself is a model with one version.
  let histories: [SchemaHistory]
  /// All files of the models, sorted, including the files that they extend.
  private(set) var sources: [String]
  /// The pinned content of released versions, by the path of the model's newest schema file.
  private(set) var released: [String: [ReleasedVersion]] = [:]
  /// The rows of the tests next to the models, by the path of the newest schema file.
  private(set) var testRows: [String: [TestRows]] = [:]
  /// The problems of files that could not be read.
  private(set) var problems: [Diagnostic]

  /// Reads files, folders of one model, and folders of several models.
  init(_ paths: [String]) {
    let (folders, files, problems) = SchemaFiles.readAll(paths)
    histories = folders + files.map { SchemaHistory([$0]) }
    self.problems = problems
    sources = Set(histories.flatMap(\.versions).flatMap(\.sources.files)).sorted()
    for history in folders {
      readLock(of: history)
      readTests(of: history)
    }
    for file in files { readLock(of: file) }
  }

  private mutating func readTests(of history: SchemaHistory) {
    guard let newest = history.newest, let file = newest.file else { return }
    let tests = TestRows.all(beside: FilePath.folder(of: file), of: history)
    testRows[file] = tests
    sources = Set(sources + tests.map(\.file)).sorted()
  }

  private mutating func readLock(of history: SchemaHistory) {
    guard let newest = history.newest, let file = newest.file else { return }
    do throws(DiagnosticsError) {
      let lock = try LockFile.read(
        inFolder: FilePath.folder(of: file), of: newest.schema.name)
      // A version whose file cannot be read still has a file.
      let folder = FilePath.folder(of: file)
      let isWhole = !problems.contains {
        $0.severity == .error && $0.location.map { FilePath.folder(of: $0.file) } == folder
      }
      if let lock {
        released[file] = lock.released.filter { isWhole || history[$0.version] != nil }
      }
    } catch {
      problems += error.diagnostics
    }
  }

  /// For a version that is named by itself, only its own pinned content counts: the other versions may exist.
  private mutating func readLock(of document: SchemaDocument) {
    guard let file = document.file else { return }
    do throws(DiagnosticsError) {
      let lock = try LockFile.read(
        inFolder: FilePath.folder(of: file), of: document.schema.name)
      let own = lock?.released.filter { $0.version == document.schema.version } ?? []
      if !own.isEmpty { released[file] = own }
    } catch {
      problems += error.diagnostics.filter { !problems.contains($0) }
    }
  }
}
