internal import Files
internal import SchemaModel
internal import StoreVerification

extension RepairOptions {
  /// The command that applies the repair to a store, or shows what it would do.
  func command(for path: String, isDone: Bool = true) -> String {
    let merges = self.merges.map { "--merge \($0.key.description.shellWord)" }
    // A rule for all merges is written once, and so is a rule for several keys of an entity.
    let isShared = Set(self.merges.map(\.choices)).count == 1
    var entities: Set<String?> = []
    let choices = self.merges.flatMap { merge in
      let entity = isShared ? nil : merge.key.entity
      return entities.insert(entity).inserted
        ? merge.choices.map { MergeChoice(entity: entity, choice: $0) } : []
    }
    let words =
      ["migrate repair \(path.shellWord)"] + merges
      + choices.map { "--keep \($0.description.shellWord)" }
      + orphans.sorted { $0.key < $1.key }
      .map { "--orphans \("\($0.key)=\($0.value.rawValue)".shellWord)" }
      + (deletesOrphans ? ["--delete-orphans"] : []) + (isDone ? ["--apply"] : [])
    return words.joined(separator: " ")
  }
}

/// The choice of the object that is kept, for all merges or for the merges of one entity.
struct MergeChoice: Hashable, CustomStringConvertible {
  var entity: String?
  var choice: Deduplication.Choice

  var description: String { (entity.map { "\($0)=" } ?? "") + choice.description }
}
