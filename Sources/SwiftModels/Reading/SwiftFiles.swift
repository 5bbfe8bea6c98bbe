internal import Diagnostics
internal import Files

/// The Swift files that paths name, and what kept some from being found.
struct SwiftFiles {
  /// The files, sorted, each once.
  let paths: [String]
  /// The folders that could not be read.
  let problems: [Diagnostic]

  /// The Swift files at these paths, and in the folders among them.
  init(at paths: [String]) {
    let search = FileSearch(endingIn: ".swift", at: paths)
    self.paths = search.files
    problems = search.problems.map { Diagnostic(code: "unreadable-file", $0.message) }
  }

  /// What a file has.
  static func bytes(of path: String) throws(DiagnosticsError) -> [UInt8] {
    do throws(SystemError) {
      return try FileSystem.contents(of: path, upTo: FileSystem.textLimit)
    } catch {
      throw DiagnosticsError([Diagnostic(code: "unreadable-file", error.message)])
    }
  }

  /// The text that the bytes of a file are.
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

  /// Whether a word without which there is no model stands anywhere in a text.
  static func mayDeclareModels(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      ["@Model", "VersionedSchema", "SchemaMigrationPlan"].contains { bytes.contains($0) }
    }
  }

  /// Whether a word without which nothing opens or deletes a store stands anywhere in a text.
  static func mayOpenStores(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      ["Container", "ersistentStore"].contains { bytes.contains($0) }
    }
  }

  /// Where the first bytes stand that begin no character.
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
