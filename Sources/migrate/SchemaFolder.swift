internal import Diagnostics
internal import SchemaModel
internal import SchemaYAML

/// Finds the folder with the versions of one model.
enum SchemaFolder {
  /// The folder of a model: the given folder, or the subfolder with the model's name.
  ///
  /// Without a name, there must be only one model.
  static func find(in folder: String, model: String? = nil) throws -> String {
    let folders = try SchemaReader.systems(inDirectory: folder)
    if folders.count == 1 { return folders[0] }
    guard let model else { throw several(folders, in: folder) }
    if let found = folders.first(where: { name(of: $0) == model }) { return found }
    // The name of a folder may differ from the name of its model.
    let named = folders.first {
      SchemaReader.inspect(directory: $0).documents.first?.schema.name == model
    }
    guard let named else { throw missing(model, among: folders, in: folder) }
    return named
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func several(_ folders: [String], in folder: String) -> Failure {
    Failure(
      unable: "several-models", "'\(folder)' has the schema files of several models",
      notes: folders.map { .init("choose one: --schemas \($0)") })
  }

  private static func missing(
    _ model: String, among folders: [String], in folder: String
  ) -> Failure {
    let names = folders.map(name)
    let meant = nearest(to: model, among: names).map { ", did you mean '\($0)'?" } ?? ""
    return Failure(
      unable: "unknown-model", "'\(folder)' has no folder for the model '\(model)'\(meant)",
      notes: [.init("it has \(names.map { "'\($0)'" }.joined(separator: ", "))")])
  }
}
