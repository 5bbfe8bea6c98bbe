internal import SchemaLint
public import SchemaModel

/// A released model with entities that no Swift file declares, so that changes of them are not seen.
public struct UncomparedModel: Sendable {
  /// The extent to which a model is missing in the source.
  public enum Extent: String, Sendable {
    /// Some entities are missing, and code names them.
    case inPart
    /// All entities are missing, and other models are declared.
    case whole
    /// All entities of all models are missing.
    case all
  }

  /// The name of the model.
  public let name: String
  /// The version that the source is compared with.
  public let version: Version
  /// The entities that no file declares.
  public let entities: [String]
  /// The extent to which the model is missing.
  public var extent: Extent
  /// Whether classes with other names are taken for the model, or could be.
  public let mayBeRenamed: Bool
}

extension CurrentModels {
  /// The released models of the platform that the source declares in part, or not at all.
  func uncompared(in program: SourceProgram) -> [UncomparedModel] {
    let declared = program.namesOfModels
    let named = unseen.union(program.unseenModels.map { program[$0].facts.name })
    var isAnyDeclared = false
    let found = released.compactMap { model -> UncomparedModel? in
      guard let document = model.draft ?? model.document, document.schema.platform == .swiftData
      else { return nil }
      let names = document.schema.entities.map(\.name)
      let missing = names.filter { !declared.contains($0) }
      let isWhole = missing == names
      isAnyDeclared = isAnyDeclared || !isWhole
      let entities = isWhole ? missing : missing.filter(named.contains)
      return entities.isEmpty
        ? nil
        : UncomparedModel(
          name: document.schema.name, version: document.schema.version, entities: entities,
          extent: isWhole ? .whole : .inPart, mayBeRenamed: isWhole && mayHaveRenamed(model))
    }
    return found.map { model in
      var model = model
      if !isAnyDeclared { model.extent = .all }
      return model
    }
  }

  /// Whether classes with other names are taken for a model, or could be.
  private func mayHaveRenamed(_ model: ReleasedModel) -> Bool {
    matches.contains {
      $0.model.document == model.document && !$0.version.document.schema.entities.isEmpty
    } || undecided.contains { $0.candidates.contains { $0.document == model.document } }
  }
}

extension SourceProgram {
  /// The names of the models outside tests, whichever clause of an `#if` declares them.
  fileprivate var namesOfModels: Set<String> {
    let names = models.filter { !isTried($0) }.map { self[$0].facts.name }
    return Set(names + leftOutModels.map(\.item.name))
  }
}
