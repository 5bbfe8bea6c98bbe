internal import Diagnostics
internal import Files
internal import SchemaModel

/// What is linted: the models that paths lead to, with the texts of their files.
struct LintInput {
  /// The models; a version that is named by itself is one of its own.
  let histories: [SchemaHistory]
  /// The texts of all files that say something about them, by path.
  let texts: [String: String]
  /// What is wrong with the files that could not be read as models.
  let problems: [Diagnostic]

  /// Reads files, folders of one model, and folders of such folders.
  init(_ paths: [String]) {
    (histories, problems) = SchemaFiles.readHistories(paths)
    var texts: [String: String] = [:]
    for file in Set(histories.flatMap(\.versions).flatMap(\.sources.files)) {
      // A file that is gone since it was read has no exceptions.
      guard let bytes = try? FileSystem.contents(of: file) else { continue }
      texts[file] = String(decoding: bytes, as: UTF8.self)
    }
    self.texts = texts
  }

  /// The files of the versions, sorted.
  var files: [String] { histories.flatMap(\.versions).compactMap(\.file).sorted() }
}
