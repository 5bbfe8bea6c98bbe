internal import SchemaModel

/// The versions in Swift source from which stores may still come.
struct SupportedVersions {
  /// The oldest version that is still in the field, by the name of its model.
  let oldest: [String: Version]
  /// The models that schema files describe.
  let released: [ReleasedModel]

  /// Whether stores of a version may still come.
  func contains(_ version: SourceVersion) -> Bool {
    let schema = version.document.schema
    let model = ReleasedModel.meant(by: schema, among: released)?.history.newest?.schema
    return oldest[model?.name ?? schema.name].map { $0 <= schema.version } ?? true
  }

  /// A run from its first such version on; nil where no way is left.
  func part(of run: InferredRun) -> InferredRun? {
    guard let first = run.versions.firstIndex(where: contains), first < run.versions.count - 1
    else { return nil }
    var part = run
    part.versions.removeFirst(first)
    part.stages.removeFirst(first)
    return part
  }

  /// The models with those of their released versions from which stores may still come.
  var models: [ReleasedModel] {
    released.map { model in
      guard let oldest = oldest[model.history.newest?.schema.name ?? ""] else { return model }
      var model = model
      model.pinned.removeAll { $0.version < oldest }
      return model
    }
  }
}
