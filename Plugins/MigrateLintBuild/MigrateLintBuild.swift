import Foundation
import PackagePlugin

/// Looks for mistakes in a target's models with each build, which fails where there are errors.
///
/// It looks again when one of the target's files, the package's settings or schema files, or the
/// linter itself have changed.
@main struct MigrateLintBuild: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let source = target as? any SourceModuleTarget else { return [] }
    let folder = context.package.directoryURL
    let files = source.sourceFiles(withSuffix: "swift").map(\.url)
    // Targets of C, too, have source.
    guard !files.isEmpty else { return [] }
    let settings = folder.appending(path: "migrate.yml")
    let tool = try MigrateTool().file
    // A build only runs what makes a file that it needs; an empty one is compiled to nothing.
    let stamp = context.pluginWorkDirectoryURL.appending(path: "Linted.swift")
    return [
      .buildCommand(
        displayName: "Linting the models of \(target.name)",
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: [
          "-c", "cd \"$0\" && \"$1\" lint --format xcode \"$2\" && : > \"$3\"", folder.path,
          tool.path, source.directoryURL.path(below: folder), stamp.path,
        ],
        // A folder is another one where a file is new in it, which no list of files would tell.
        inputFiles: files + [tool, folder] + schemas(in: folder)
          + [settings].filter { FileManager.default.fileExists(atPath: $0.path) },
        outputFiles: [stamp])
    ]
  }

  /// The usual folder of schema files, with all in it that models are held against.
  private func schemas(in folder: URL) -> [URL] {
    let root = folder.appending(path: "Schemas")
    guard FileManager.default.fileExists(atPath: root.path) else { return [] }
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let found = (all?.allObjects as? [URL] ?? []).filter {
      $0.hasDirectoryPath || ["yaml", "yml", "lock"].contains($0.pathExtension)
    }
    return [root] + found.sorted { $0.path < $1.path }
  }
}
