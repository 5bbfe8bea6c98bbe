internal import Diagnostics
internal import Files
internal import Reports
internal import SchemaLint
internal import SchemaLock
internal import SchemaModel

/// Looks for known mistakes in the models, the changes between them and their migrations.
enum LintPart {
  static func report(on model: LockedModel, _ check: ProjectCheck) -> ProjectReport.Part {
    let files = model.history.versions.compactMap(\.file)
    var context = check.context
    context.texts.merge(texts(of: files)) { $1 }
    if let lock = model.lock { context.released[model.name] = lock.released }
    let found = Linter.report(on: [model.history], settings: check.rules, context: context)
      .diagnostics
    return ProjectReport.Part(
      part: .lint, summary: tally(of: found) ?? "no findings",
      cases: CheckedCase.cases(of: found, in: files))
  }

  /// The texts of files; what cannot be read again has no comments to look at.
  private static func texts(of files: [String]) -> [String: String] {
    var texts: [String: String] = [:]
    for file in files {
      if let bytes = try? FileSystem.contents(of: file) {
        texts[file] = String(decoding: bytes, as: UTF8.self)
      }
    }
    return texts
  }
}
