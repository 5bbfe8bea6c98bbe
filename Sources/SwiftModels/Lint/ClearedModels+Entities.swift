internal import SchemaModel

extension ProgramFlow {
  /// The certainty that a stage's code deletes all objects of an entity before the platform's step.
  ///
  /// Objects of inheriting entities count too. The result is nil if objects may be left.
  func certainty(thatCleared entity: String, before staged: StagedStep) -> ClearedModels.Certainty?
  {
    let source = staged.step.source.document.schema
    let target = staged.step.target.document.schema
    guard let entry = staged.stage.source.flatMap(versions.entry),
      target.entity(named: entity)?.renamedFrom == nil
    else { return nil }
    let handlers = staged.stage.handlers.filter { $0.label == "willMigrate" }
    let cleared = handlers.compactMap {
      function($0.value, of: staged.stage.owner, inFile: staged.stage.file)
    }.map { ClearedModels($0, self).models }
    guard let models = cleared.first else { return nil }
    let concerned = target.entities.map(\.name).filter {
      target.ancestry(of: $0).contains(entity) && source.entity(named: $0) != nil
    }
    let certainties = concerned.map { name in
      source.ancestry(of: name).compactMap { entry.members[$0].flatMap { models[$0] } }.max()
    }
    guard !certainties.isEmpty, !certainties.contains(nil) else { return nil }
    return certainties.compactMap(\.self).min()
  }
}

extension Schema {
  /// The names of an entity and of its ancestors, the nearest first.
  fileprivate func ancestry(of entity: String) -> [String] {
    var names: [String] = []
    var next: String? = entity
    while let name = next, !names.contains(name) {
      names.append(name)
      next = self.entity(named: name)?.parent
    }
    return names
  }
}
