internal import Diagnostics
internal import Files
internal import JSON

/// What `migrate-swift` tells of Swift files, but for those that it dies of.
///
/// The parser of the toolchain is not ours, and one file in thousands that ends it must not keep the
/// others from being looked at. So where a signal ended the program, the files are halved until the
/// ones are found that end it by themselves, and the rest is read without them.
struct SwiftReading {
  /// What the program printed.
  private let value: JSONValue
  /// The files that it dies of, each as a problem.
  private let fatal: [Diagnostic]

  /// Runs the program on the Swift files at these paths, and in the folders among them.
  ///
  /// - Throws: that the program is not there, or that it failed and no file is to blame.
  init(_ words: [String], of paths: [String]) throws {
    switch try SwiftTool.run(words, on: paths) {
    case .value(let value): (self.value, fatal) = (value, [])
    case .signal(let signal):
      let files = FileSearch(endingIn: ".swift", at: paths).files
      let fatal = try Self.fatal(among: files, words, signal)
      guard !fatal.isEmpty else { throw SwiftTool.ended(by: signal) }
      let names = Set(fatal.map(\.file))
      switch try SwiftTool.run(words, on: files.filter { !names.contains($0) }) {
      case .value(let value): (self.value, self.fatal) = (value, fatal.map(\.problem))
      case .signal(let signal): throw SwiftTool.ended(by: signal)
      }
    }
  }

  /// A file that ends the program, and the signal that did.
  fileprivate struct FatalFile {
    var file: String
    var signal: Int32
  }

  /// Those of some files, of which the program died together, that it dies of alone.
  private static func fatal(
    among files: [String], _ words: [String], _ signal: Int32
  ) throws -> [FatalFile] {
    guard files.count > 1 else { return files.map { FatalFile(file: $0, signal: signal) } }
    let middle = files.count / 2
    return try [files[..<middle], files[middle...]].flatMap { half -> [FatalFile] in
      guard case .signal(let signal) = try SwiftTool.run(words, on: Array(half)) else { return [] }
      return try fatal(among: Array(half), words, signal)
    }
  }

  /// A value that the program printed.
  subscript(_ name: String) -> JSONValue? { value[name] }

  /// The diagnostics in what the program printed, and the files that it died of.
  func diagnostics() throws -> [Diagnostic] { try (value.diagnostics() + fatal).sorted() }
}

extension SwiftReading.FatalFile {
  /// Whether a word without which there is no model stands in the file.
  private var mayDeclareModels: Bool {
    // What cannot be read may say anything.
    guard let bytes = try? FileSystem.contents(of: file, upTo: FileSystem.textLimit) else {
      return true
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return ["@Model", "VersionedSchema", "SchemaMigrationPlan"].contains { text.contains($0) }
  }

  fileprivate var problem: Diagnostic {
    Diagnostic(
      code: "failed-program", severity: mayDeclareModels ? .error : .warning,
      "signal \(signal) ended '\(SwiftTool.name)' as it read '\(file)', which is left out",
      at: SourceLocation(file: file, line: 1, column: 1),
      notes: [.init("see whether 'swiftc -parse' reads it; the other files are looked at")])
  }
}
