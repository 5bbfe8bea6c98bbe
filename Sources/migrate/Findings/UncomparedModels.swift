internal import Diagnostics
internal import Files
internal import ProjectCheck
internal import SchemaModel

extension Configuration {
  /// A warning about the app's models that the check was not given; nil if the app has none.
  func unnamedSources(of models: [ProjectReport.Model]) -> Diagnostic? {
    let platforms = Set(models.compactMap { $0.history.newest?.schema.platform })
    if platforms.contains(.coreData), let advice = adviceOnModels {
      let found = coreDataModels
      return Diagnostic(
        code: "unnamed-sources", severity: .warning,
        "no Core Data model is checked, and the project has \(found.quotedExcerpt)",
        notes: [.init(advice)])
    }
    guard models.contains(where: { $0.history.newest?.schema.platform == .swiftData }) else {
      return nil
    }
    let root = FilePath.folder(of: file ?? Self.fileName)
    let found = UndescribedModels.swiftSources(in: root)
    guard let first = found.first else { return nil }
    let path = FilePath.shortened(found.count == 1 ? FilePath.join(root, first) : root)
    return Diagnostic(
      code: "unnamed-sources", severity: .warning,
      "no Swift source is checked, and \(found.quotedExcerpt) \(found.count == 1 ? "has" : "have") "
        + "models of SwiftData",
      notes: adviceToName(sources: path).map { [.init($0)] } ?? [])
  }

  /// The Core Data models of the project.
  private var coreDataModels: [String] {
    UndescribedModels.coreDataModels(in: FilePath.folder(of: file ?? Self.fileName))
      .map(FilePath.shortened)
  }

  /// The advice to name the Core Data models of the project as its source; nil if it has none.
  var adviceOnModels: String? {
    let found = coreDataModels
    let root = FilePath.folder(of: file ?? Self.fileName)
    return found.first.flatMap { adviceToName(sources: found.count == 1 ? $0 : root) }
  }

  /// The problems of the settings and of what their source lacks, for a lint of the whole project.
  func problems(of source: SwiftLint) -> [Diagnostic] {
    [misnamedFile].compactMap(\.self)
      + problems(of: source.uncompared, in: [sources].compactMap(\.self))
  }

  /// The problems of released models that the given Swift source does not declare whole, with the files that
  /// declare the rest.
  func problems(of models: [UncomparedSource], in sources: [String]) -> [Diagnostic] {
    models.compactMap { model in
      let root = FilePath.folder(of: file ?? Self.fileName)
      let files = UndescribedModels.swiftFiles(declaring: model.entities, in: root)
      // Without such a file, classes with other names are taken for the model, and compared.
      if files.isEmpty, model.mayBeRenamed { return nil }
      return Diagnostic(
        code: "uncompared-model", severity: model.extent == .all ? .error : .warning,
        model.message(in: sources), at: sources == [self.sources] ? sourcesPlace : nil,
        notes: files.prefix(4).map { .init("'\($0.path)' declares \($0.names.quotedExcerpt)") }
          + [advice(on: files.map(\.path), besides: sources)].compactMap { $0.map { .init($0) } })
    }
  }

  /// The advice to name the folder around the sources and further files.
  private func advice(on files: [String], besides sources: [String]) -> String? {
    let isSetting = sources == [self.sources]
    guard !files.isEmpty else {
      return "name the folder of the files that declare them, too, "
        + (isSetting ? "as 'sources' in \(file ?? Self.fileName)" : "with --source")
    }
    let folders = (files.map(FilePath.folder) + sources).map { path in
      FileSystem.resolved(path.hasSuffix(".swift") ? FilePath.folder(of: path) : path)
        .split(separator: "/")
    }
    let shared = folders.dropFirst().reduce(folders[0]) { shared, folder in
      Array(zip(shared, folder).prefix { $0 == $1 }.map(\.0))
    }
    let path = "/" + shared.joined(separator: "/")
    return isSetting
      ? adviceToName(sources: path)
      : "add: --source \(FilePath.path(path, from: FileSystem.resolved(".")).shellWord)"
  }
}

extension UncomparedSource {
  fileprivate func message(in sources: [String]) -> String {
    let names = entities.quotedExcerpt
    return extent == .inPart
      ? "no file in \(sources.quotedExcerpt) declares \(names) of \(model), although code there names "
        + "\(entities.count == 1 ? "the class" : "the classes"): no change is seen"
      : "no file in \(sources.quotedExcerpt) declares a class of \(model), so no change of \(names) is seen"
  }
}
