internal import Files
internal import SchemaYAML

/// New schema files with a first line for editors, which names the JSON Schema next to them.
struct EditorFiles {
  /// The schema files.
  let schemaFiles: [NewFile]
  /// The JSON Schema, if the folder does not have this version of it; nil if it need not be written.
  let jsonSchema: NewFile?

  /// Adds the first line to the files.
  ///
  /// A JSON Schema in the folder above, which the models of a project share, is used unchanged. If there is
  /// another file of that name, the file and the schema files are left unchanged.
  init(_ files: [NewFile], in folder: String) {
    let place = FilePath.join(folder, EditorSchema.fileName)
    let shared = FilePath.join(FilePath.folder(of: folder), EditorSchema.fileName)
    let own = Self.text(of: place)
    if let own, !EditorSchema.isIts(own) {
      (schemaFiles, jsonSchema) = (files, nil)
    } else if own == nil, Self.text(of: shared).map(EditorSchema.isIts) == true {
      schemaFiles = files.map { $0.naming("../\(EditorSchema.fileName)") }
      jsonSchema = nil
    } else {
      schemaFiles = files.map { $0.naming(EditorSchema.fileName) }
      jsonSchema =
        own == EditorSchema.text ? nil : NewFile(place, EditorSchema.text, isOfTool: true)
    }
  }

  /// All files that must be written.
  var all: [NewFile] { schemaFiles + [jsonSchema].compactMap(\.self) }

  private static func text(of path: String) -> String? {
    guard FileStatus(path: path)?.kind == .file else { return nil }
    // A file that cannot be read is not ours, and is left unchanged.
    let bytes = (try? FileSystem.contents(of: path, upTo: FileSystem.textLimit)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension NewFile {
  fileprivate func naming(_ schema: String) -> NewFile {
    NewFile(path, EditorSchema.naming(schema, in: text))
  }
}
