internal import Files
internal import SchemaYAML

/// New schema files of a folder as an editor is to read them: the first line of each names the JSON
/// Schema, which stands next to them.
struct EditorFiles {
  /// The schema files.
  let schemaFiles: [NewFile]
  /// The JSON Schema, where the folder has none of this version; nil where it need not be written.
  let jsonSchema: NewFile?

  /// The files with their first line.
  ///
  /// A JSON Schema that the models of a project share, in the folder above, is used as it is. A
  /// file of that name which is something else is left alone, and so are the schema files then.
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

  /// All files to be written.
  var all: [NewFile] { schemaFiles + [jsonSchema].compactMap(\.self) }

  private static func text(of path: String) -> String? {
    guard FileStatus(path: path)?.kind == .file else { return nil }
    // What cannot be read is somebody else's, and left alone.
    let bytes = (try? FileSystem.contents(of: path, upTo: FileSystem.textLimit)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension NewFile {
  fileprivate func naming(_ schema: String) -> NewFile {
    NewFile(path, EditorSchema.naming(schema, in: text))
  }
}
