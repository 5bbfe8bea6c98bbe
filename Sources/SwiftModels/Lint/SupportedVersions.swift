internal import SchemaModel

/// The versions in Swift source from which stores may still exist.
struct SupportedVersions {
  /// The oldest version in the field, by the name of its model.
  let oldest: [String: Version]
  /// The models in schema files.
  let released: [ReleasedModel]

  /// Whether stores of a version may still exist.
  func contains(_ version: SourceVersion) -> Bool {
    let schema = version.document.schema
    let model = ReleasedModel.meant(by: schema, among: released)?.history.newest?.schema
    return oldest[model?.name ?? schema.name].map { $0 <= schema.version } ?? true
  }

  /// The part of a run from its first supported version on; nil if no step is left.
  func part(of run: InferredRun) -> InferredRun? {
    guard let first = run.versions.firstIndex(where: contains), first < run.versions.count - 1
    else { return nil }
    var part = run
    part.versions.removeFirst(first)
    part.stages.removeFirst(first)
    return part
  }

  /// The models, without released versions whose stores are no longer supported.
  var models: [ReleasedModel] {
    released.map { model in
      guard let oldest = oldest[model.history.newest?.schema.name ?? ""] else { return model }
      var model = model
      model.pinned.removeAll { $0.version < oldest }
      return model
    }
  }
}
