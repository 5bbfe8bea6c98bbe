internal import Diagnostics
internal import Files

/// The Swift files at the given paths, and the problems with finding them.
struct SwiftFiles {
  /// The files, sorted and without duplicates.
  let paths: [String]
  /// The folders that could not be read.
  let problems: [Diagnostic]

  /// Finds the Swift files at these paths, and in the folders among them.
  init(at paths: [String]) {
    let search = FileSearch(endingIn: ".swift", at: paths)
    self.paths = search.files
    problems = search.problems.map { Diagnostic(code: "unreadable-file", $0.message) }
  }

  /// The contents of a file.
  static func bytes(of path: String) throws(DiagnosticsError) -> [UInt8] {
    do throws(SystemError) {
      return try FileSystem.contents(of: path, upTo: FileSystem.textLimit)
    } catch {
      throw DiagnosticsError([Diagnostic(code: "unreadable-file", error.message)])
    }
  }

  /// The text of a file's bytes.
  static func text(_ bytes: [UInt8], of path: String) throws(DiagnosticsError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let offset = invalidOffset(in: bytes)
    let position = LineTable(Array(bytes[..<offset])).position(offset)
    throw DiagnosticsError([
      Diagnostic(
        code: "unreadable-file", severity: mayDeclareModels(bytes) ? .error : .warning,
        "'\(path)' is not UTF-8 text: byte \(offset + 1) begins no character",
        at: SourceLocation(file: path, line: Int(position.line), column: Int(position.column)),
        notes: [.init("save it as UTF-8, as the compiler wants it")])
    ])
  }

  /// Whether a text contains a word that every declaration of a model needs.
  static func mayDeclareModels(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      ["@Model", "VersionedSchema", "SchemaMigrationPlan"].contains { bytes.contains($0) }
    }
  }

  /// Whether a text contains a word that all code for opening or deleting a store needs.
  static func mayOpenStores(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      ["Container", "ersistentStore"].contains { bytes.contains($0) }
    }
  }

  /// The offset of the first bytes that begin no character.
  private static func invalidOffset(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      offset += UTF8.width(scalar)
    }
    return Swift.min(offset, bytes.count)
  }
}
