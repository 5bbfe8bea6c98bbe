internal import Diagnostics
internal import Files
internal import JSON
internal import Programs
internal import SchemaExchange

/// `migrate-swift`, the part of the tool that reads Swift source.
///
/// It is a separate program, because it is linked to libraries of the toolchain, which may be missing where
/// `migrate` runs.
enum SwiftTool {
  static let name = "migrate-swift"
  /// The environment variable with the path of the program, if it is not next to this one.
  static let variable = "MIGRATE_SWIFT"
  /// The environment variable that marks a program started by this one, to detect that it starts itself.
  private static let mark = "MIGRATE_STARTED_SWIFT"

  /// The environment variable that lets all threads allocate memory from one heap.
  ///
  /// GNU's library gives each thread its own heap, and memory that is freed in one heap cannot be used in the
  /// others. A program that reads much and keeps little would need half as much memory again.
  private static let commonHeap = ["MALLOC_ARENA_MAX": "1"]

  /// The end of the program.
  enum End {
    /// A normal end, with the output as one JSON value.
    case value(JSONValue)
    /// An end by a signal, for example after a stack overflow.
    case signal(Int32)
  }

  /// Runs the program with these arguments on the Swift files at some paths.
  ///
  /// - Throws: an error if the program is missing or failed.
  static func run(_ words: [String], on paths: [String]) throws -> End {
    let program = try path
    // The named program may be this program, or a script that starts it: each would start the next.
    guard Program.environmentValue(mark) == nil, FileSystem.resolved(program) != Program.ownFile
    else {
      throw Failure(
        unable: "missing-program",
        "\(variable) names '\(program)', which starts 'migrate' and not '\(name)'",
        notes: [.init(help)])
    }
    let result: Program.Result
    do throws(ProgramError) {
      result = try Program.run(
        program, words + ["--"] + paths,
        variables: commonHeap.merging([mark: program]) { $1 })
    } catch {
      throw Failure(unable: "missing-program", error.message, notes: [.init(help)])
    }
    if result.status > 128 { return .signal(result.status - 128) }
    guard result.status == 0 else { throw failure("ended with status \(result.status)") }
    do throws(DiagnosticsError) {
      return .value(try JSONReader.value(of: result.output, file: name))
    } catch {
      throw Failure(
        unable: "failed-program", "'\(program)' does not print what '\(name)' prints",
        notes: [.init(help)])
    }
  }

  /// The failure if a signal ended the program, and no single file is to blame.
  static func ended(by signal: Int32) -> Failure { failure("was ended by signal \(signal)") }

  private static func failure(_ end: String) -> Failure {
    Failure(
      unable: "failed-program", "'\((try? path) ?? name)' \(end)",
      notes: [.init("it is linked to the libraries of the Swift toolchain that built it")])
  }

  private static var path: String {
    get throws {
      if let named = Program.environmentValue(variable) { return named }
      let own = Program.ownFile.map(FilePath.folder) ?? "."
      let path = FilePath.join(own, name)
      guard FileSystem.exists(path) else {
        throw Failure(
          unable: "missing-program",
          "'\(name)', which reads Swift source, is not in '\(own)' next to 'migrate'",
          notes: [.init(help)])
      }
      return path
    }
  }

  private static let help =
    "'make install' puts both where they find each other; or set \(variable) to the program's file; "
    + "a build that finds no SwiftSyntax leaves it out, and says so"
}

// MARK: - The output of the program

extension JSONValue {
  /// The diagnostics in the output.
  func diagnostics() throws -> [Diagnostic] {
    try (self["diagnostics"]).require("diagnostics").elements.map { try $0.diagnostic() }
  }

  /// The value as a diagnostic.
  func diagnostic() throws -> Diagnostic {
    let (kind, message) = try (text(of: "code"), text(of: "message"))
    return Diagnostic(
      code: kind,
      severity: try Diagnostic.Severity(rawValue: text(of: "severity")).require("severity"),
      message, at: self["location"]?.sourceLocation,
      notes: (self["notes"]?.elements ?? []).map { note in
        Diagnostic.Note(note["message"]?.text ?? "", at: note["location"]?.sourceLocation)
      })
  }

  private func text(of name: String) throws -> String { try (self[name]?.text).require(name) }

  /// The value as a place in a file.
  var sourceLocation: SourceLocation? {
    guard let file = self["file"]?.text, let line = self["line"]?.integer,
      let column = self["column"]?.integer
    else { return nil }
    return SourceLocation(file: file, line: line, column: column)
  }
}

extension Optional {
  /// The value, which a program of the same version always writes.
  func require(_ name: String) throws -> Wrapped {
    guard let self else {
      throw Failure(
        unable: "failed-program", "'\(SwiftTool.name)' printed no '\(name)'",
        notes: [.init("it may be of another version than 'migrate': install both again")])
    }
    return self
  }
}
