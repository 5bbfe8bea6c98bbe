public import Diagnostics

/// Swift files that were read and understood as one program.
///
/// The files are those of one module, or of several that know each other: a type is looked up as
/// the compiler does, and of several with one name the nearest counts.
public struct SwiftSource: Sendable {
  let program: SourceProgram
  /// The files that could not be read at all.
  private let unreadable: [Diagnostic]

  /// Reads files that are given with their texts.
  public init(texts: [(path: String, text: String)]) {
    program = SourceProgram(texts.map { SourceReader.facts(of: $0.text, path: $0.path) })
    unreadable = []
  }

  /// Reads the Swift files at these paths and in the folders among them.
  ///
  /// A file that cannot be read is a problem, and the others are read all the same.
  public init(paths: [String]) {
    var facts: [FileFacts] = []
    var problems: [Diagnostic] = []
    for path in SwiftFiles.find(paths) {
      do throws(DiagnosticsError) {
        facts.append(SourceReader.facts(of: try SwiftFiles.text(of: path), path: path))
      } catch {
        problems += error.diagnostics
      }
    }
    program = SourceProgram(facts)
    unreadable = problems
  }

  /// How many files there are.
  public var fileCount: Int { program.files.count }

  /// What kept files or parts of them from being understood, by place.
  public var problems: [Diagnostic] { (unreadable + program.files.flatMap(\.problems)).sorted() }

  /// The versions of the model that the files declare.
  ///
  /// Without a name they are called after the migration plan, or 'Models'.
  public func schemas(name: String? = nil) -> SwiftSchemas { SwiftSchemas(program, name: name) }
}
