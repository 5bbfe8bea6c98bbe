internal import Diagnostics
internal import Files
internal import JSON

/// The results of `migrate-swift` for Swift files, without the files that crash it.
///
/// The toolchain's parser is not ours, and a single file that crashes it must not keep the others from being
/// checked. If a signal ended the program, the files are halved until the files are found that crash it
/// alone. The others are then read without them.
struct SwiftReading {
  /// The output of the program.
  private let value: JSONValue
  /// A problem for each file that crashes the program.
  private let fatal: [Diagnostic]

  /// Runs the program on the Swift files at these paths, and in the folders among them.
  ///
  /// - Throws: an error if the program is missing, or if it failed and no file is to blame.
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

  /// A file that crashes the program, and the signal.
  fileprivate struct FatalFile {
    var file: String
    var signal: Int32
  }

  /// The files that crash the program alone, among files that crash it together.
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

  /// A member of the output.
  subscript(_ name: String) -> JSONValue? { value[name] }

  /// The diagnostics in the output, and the files that crash the program.
  func diagnostics() throws -> [Diagnostic] { try (value.diagnostics() + fatal).sorted() }
}

extension SwiftReading.FatalFile {
  /// Whether the file contains a word that every model needs.
  private var mayDeclareModels: Bool {
    // A file that cannot be read may declare models.
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
