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
    let paths = targets.compactMap { ($0 as? any SourceModuleTarget)?.directoryURL }
      .map { $0.path(below: folder) }
    try run(
      MigrateTool(), ["lint"] + rest.remainingArguments + paths.sorted() + schemas(in: folder),
      in: folder)
  }

  /// The folder of schema files where the package has the usual one; another one is named in
  /// `migrate.yml`, and is looked at by `migrate check`.
  private func schemas(in folder: URL) -> [String] {
    FileManager.default.fileExists(atPath: folder.path + "/Schemas") ? ["Schemas"] : []
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
