internal import CEditorSchema

/// The JSON Schema by which an editor completes and checks schema files, and the line that names it.
///
/// ```swift
/// EditorSchema.naming("schema.json", in: "schema: Library\n")
/// // # yaml-language-server: $schema=schema.json
/// // schema: Library
/// ```
public enum EditorSchema {
  /// The name of its file, which is no name of a schema file.
  public static let fileName = "schema.json"

  /// The JSON Schema, as it is in `Schemas/schema.json`.
  public static let text: String = {
    let bytes = unsafe UnsafeBufferPointer(start: editorSchema(), count: editorSchemaSize())
    return unsafe String(decoding: bytes, as: UTF8.self)
  }()

  /// What the line begins with, by which the server of YAML's language knows it.
  private static let mark = "# yaml-language-server: "

  /// The text of a schema file with a first line that names the JSON Schema at a path, relative to
  /// the file; one that names a JSON Schema keeps its line.
  public static func naming(_ path: String, in text: String) -> String {
    text.hasPrefix(mark) ? text : "\(mark)$schema=\(path)\n\(text)"
  }

  /// Whether a text is this JSON Schema, or the one of another version of `migrate`.
  public static func isIts(_ text: String) -> Bool {
    text.contains("\"title\": \"A schema file of migrate\"")
  }
}
