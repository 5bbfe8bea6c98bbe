internal import Diagnostics
internal import SchemaLint

extension LiveModelInVersionedSchema: SourceAnalysis {
  /// A finding for every model that a version shares with a later one and that lies in no
  /// version's braces.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let versions = Set(flow.versions.entries.map(\.id))
    return flow.versions.entries.flatMap { entry -> [Finding] in
      let isNewest = flow.versions.isNewest(entry)
      let later = flow.versions.models(after: entry)
      let live = entry.facts.places.filter { place in
        !flow.program.isInside(place.model, anyOf: versions)
          && (isNewest ? flow.program[place.model].parent == nil : later.contains(place.model))
      }
      guard !live.isEmpty, !flow.isUnused(entry) else { return [] }
      let name = flow.program.qualifiedName(of: entry.id)
      // What is not released yet may still follow the app: one word about it is enough.
      return (isNewest ? Array(live.prefix(1)) : live).map { place in
        let model = flow.program[place.model].facts.name
        return Finding(
          Self.id, isNewest ? .willChange(model, name) : .changes(model, name),
          at: flow.place(place.position, inFile: place.file),
          notes: [
            .init(.declaredHere, at: flow.place(of: place.model)),
            .init(.freeze(model, in: name)),
          ], atMost: isNewest ? .note : nil)
      }
    }
  }
}

extension SourceProgram {
  /// Whether a type lies in the braces of one of these.
  func isInside(_ id: TypeID, anyOf owners: Set<TypeID>) -> Bool {
    guard let parent = self[id].parent else { return false }
    return owners.contains(parent) || isInside(parent, anyOf: owners)
  }
}

extension Finding.Message {
  fileprivate static func changes(_ model: String, _ version: String) -> Self {
    Self(
      "'\(version)' lists the app's own '\(model)', which changes with the app: stores of this "
        + "version then match none, and cannot be opened")
  }

  fileprivate static func willChange(_ model: String, _ version: String) -> Self {
    Self(
      "'\(version)' lists the app's own '\(model)'; once it is released, it has to be frozen "
        + "before the model changes again")
  }

  fileprivate static let declaredHere = Self("the model is declared here")

  fileprivate static func freeze(_ model: String, in version: String) -> Self {
    Self(
      "put a copy of '\(model)' as it was released into the braces of '\(version)', and list that")
  }
}
