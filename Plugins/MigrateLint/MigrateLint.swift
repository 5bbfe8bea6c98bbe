import Foundation
import PackagePlugin

/// `swift package migrate-lint`: mistakes in a package's models.
///
/// Looks at the source of all targets, or of those that `--target` names, and at the schema files.
/// Whatever else is written goes to `migrate lint`: `swift package migrate-lint --format xcode`.
@main struct MigrateLint: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var rest = ArgumentExtractor(arguments)
    let names = rest.extractOption(named: "target")
    let package = context.package
    let targets = try names.isEmpty ? package.targets : package.targets(named: names)
    let folder = package.directoryURL
    // Targets of C, too, have source.
    let paths = targets.compactMap { $0 as? any SourceModuleTarget }
      .filter { $0.sourceFiles(withSuffix: "swift").contains { _ in true } }
      .map { $0.directoryURL.path(below: folder) }
    try run(
      MigrateTool(), ["lint"] + rest.remainingArguments + paths.sorted() + schemas(in: folder),
      in: folder)
  }

  /// The folder of schema files where the package has the usual one; another one is named in
  /// `migrate.yml`, and is looked at by `migrate check`.
  ///
  /// A folder of that name without a `V1.yaml`, in it or one level down, is one of something else.
  private func schemas(in folder: URL) -> [String] {
    let root = folder.path + "/Schemas"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let holdsVersions = ([root] + names.map { "\(root)/\($0)" }).contains { path in
      (try? FileManager.default.contentsOfDirectory(atPath: path))?.contains { name in
        name.hasPrefix("V") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
      } ?? false
    }
    return holdsVersions ? ["Schemas"] : []
  }

  private func run(_ tool: MigrateTool, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = tool.file
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("'migrate lint' ended with status \(process.terminationStatus)")
    }
  }
}
