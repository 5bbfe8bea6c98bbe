internal import CEditorSchema

/// The JSON Schema with which editors complete and check schema files, and the comment line that refers to
/// it.
///
/// ```swift
/// EditorSchema.naming("schema.json", in: "schema: Library\n")
/// // # yaml-language-server: $schema=schema.json
/// // schema: Library
/// ```
public enum EditorSchema {
  /// The name of its file, which is not the name of a schema file.
  public static let fileName = "schema.json"

  /// The JSON Schema, the same as in `Schemas/schema.json`.
  public static let text: String = {
    let bytes = unsafe UnsafeBufferPointer(start: editorSchema(), count: editorSchemaSize())
    return unsafe String(decoding: bytes, as: UTF8.self)
  }()

  /// The beginning of the line, by which the YAML language server recognizes it.
  private static let mark = "# yaml-language-server: "

  /// Adds a first line to a schema file that refers to the JSON Schema, by its path relative to the file.
  ///
  /// A file that refers to a JSON Schema already keeps its line.
  public static func naming(_ path: String, in text: String) -> String {
    text.hasPrefix(mark) ? text : "\(mark)$schema=\(path)\n\(text)"
  }

  /// Whether a text is this JSON Schema, also that of another version of `migrate`.
  public static func isIts(_ text: String) -> Bool {
    text.contains("\"title\": \"A schema file of migrate\"")
  }
}
