internal import Files
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

/// The models in the Swift files of a git revision, as a schema file.
///
/// A project without schema files is compared with it, as `migrate lint Sources --since main`.
struct PastModel {
  /// The revision, as typed.
  let revision: String
  private let version: Version
  private let folder: ScratchFolder

  /// The model of a revision.
  ///
  /// Nil if it lists versions, which are compared with each other, or if it cannot be imported whole: then
  /// the summary says that the models are compared with no version.
  init?(in files: PastFiles) throws {
    let source = SwiftImport(
      path: files.folder.path, name: nil, otherwise: "Model", version: Version(1), plan: nil,
      command: "")
    guard let model = (try? source.history())?.history.versions.first else { return nil }
    (revision, version, folder) = (files.revision, model.schema.version, try ScratchFolder())
    try AtomicFile.write(SchemaWriter.yaml(of: model), to: folder.path(of: version.fileName))
  }

  /// The arguments of `migrate-swift` that name the model.
  var words: [String] { ["--released", "\(version)=\(folder.path)", "--revision", revision] }
}
