import Foundation
import PackagePlugin

/// Looks for mistakes in a target's models with each build, which fails where there are errors.
///
/// It looks again when one of the target's files, or the package's settings, have changed.
@main struct MigrateLintBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let source = target as? any SourceModuleTarget else { return [] }
    let folder = context.package.directoryURL
    let files = source.sourceFiles(withSuffix: "swift").map(\.url)
    let settings = folder.appending(path: "migrate.yml")
    // A build only runs what makes a file that it needs; an empty one is compiled to nothing.
    let stamp = context.pluginWorkDirectoryURL.appending(path: "Linted.swift")
    return [
      .buildCommand(
        displayName: "Linting the models of \(target.name)",
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: [
          "-c", "cd \"$0\" && \"$1\" lint --format xcode \"$2\" && : > \"$3\"", folder.path,
          try MigrateTool().file.path, source.directoryURL.path(below: folder), stamp.path,
        ],
        inputFiles: files + [settings].filter { FileManager.default.fileExists(atPath: $0.path) },
        outputFiles: [stamp])
    ]
  }
}
