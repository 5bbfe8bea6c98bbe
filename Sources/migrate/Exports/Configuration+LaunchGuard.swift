internal import Diagnostics
internal import Files
internal import SchemaExchange
internal import SchemaModel

extension Configuration {
  /// Warnings if the launch guard of the project is missing or older than the schema files.
  func staleLaunchGuard(
    in folders: [String], _ schemas: String, _ histories: HistoryShelf
  ) -> [Diagnostic] {
    guard let path = launchGuard else { return [] }
    guard let content = try? FileSystem.contents(of: path),
      let stamp = LaunchGuard.stamp(in: String(decoding: content, as: UTF8.self))
    else {
      return [stale("'\(path)' is no launch guard", path, schemas)]
    }
    // A model that cannot be read is reported elsewhere.
    let models = folders.compactMap { try? histories.history(inDirectory: $0) }
    let model = LaunchGuard.model(inStamp: stamp)
    guard let history = models.first(where: { $0.newest?.schema.name == model }) else {
      guard models.count == folders.count else { return [] }
      let message = "'\(path)' is the launch guard of '\(model)', and there is no such model"
      return [stale(message, path, schemas)]
    }
    guard LaunchGuard.stamp(of: history.versions) != stamp else { return [] }
    let message =
      "'\(path)' was written for other versions of '\(model)' than the schema files have"
    let folder = folders.first {
      (try? histories.history(inDirectory: $0))?.newest?.schema.name == model
    }
    return [stale(message, path, folder ?? schemas)]
  }

  private func stale(_ message: String, _ path: String, _ schemas: String) -> Diagnostic {
    let command =
      "migrate export --format launch-guard --schemas \(schemas.shellWord) --output \(path.shellWord)"
    return Diagnostic(
      code: "stale-launch-guard", severity: .warning, message, at: launchGuardPlace,
      notes: [
        .init("stores of a version that it does not have are refused in the app"),
        .init("'\(command)' writes it again"),
      ])
  }
}
