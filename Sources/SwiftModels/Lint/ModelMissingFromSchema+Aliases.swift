internal import Diagnostics
internal import SchemaLint

extension ModelMissingFromSchema {
  /// A finding for every file whose type aliases stand for classes of an earlier version than the container's.
  ///
  /// It is an error if the app inserts or fetches objects of such a class. Code of a migration may do so.
  static func stale(_ flow: ProgramFlow) -> [Finding] {
    let opened = flow.openedVersions
    guard let newest = opened.first, opened.allSatisfy({ $0.id == newest.id }) else { return [] }
    let current = Set(newest.members.values)
    let earlier = flow.versions.entries.filter { entry in
      !entry.isTest && entry.facts.version.map { $0 < newest.facts.version ?? $0 } ?? false
    }
    let past = Set(earlier.flatMap(\.members.values)).subtracting(current)
    let aliases = flow.program.topLevelAliases.values.joined().compactMap { alias -> Alias? in
      guard !flow.program.isTest(alias.file),
        case .declared(let model) = flow.program.resolve(
          alias.facts.type, in: Scope(file: alias.file)),
        past.contains(model), newest.members[flow.program[model].facts.name] != nil
      else { return nil }
      return Alias(declaration: alias, model: model)
    }
    guard !aliases.isEmpty else { return [] }
    let used = flow.usedModels
    // Another name, such as 'OldBook', is meant for the older class.
    let stale = aliases.filter {
      $0.declaration.facts.name == flow.program[$0.model].facts.name || used.contains($0.model)
    }
    return Dictionary(grouping: stale, by: \.declaration.file).sorted { $0.key < $1.key }
      .compactMap { file, aliases in
        let sorted = aliases.sorted {
          $0.declaration.facts.position < $1.declaration.facts.position
        }
        let first = sorted.first { used.contains($0.model) } ?? sorted[0]
        let isUsed = used.contains(first.model)
        let name = flow.program[first.model].facts.name
        return Finding(
          id,
          .isStale(
            first.declaration.facts.name, flow.program.qualifiedName(of: first.model),
            flow.program.qualifiedName(of: newest.id), isUsed: isUsed),
          at: flow.place(first.declaration.facts.position, inFile: file),
          notes: [
            .init(
              .name(
                "\(flow.program.qualifiedName(of: newest.id)).\(name)",
                for: first.declaration.facts.name)),
            sorted.count == 1
              ? nil
              : .init(
                .areStaleToo(
                  sorted.filter { $0.model != first.model }.map(\.declaration.facts.name))),
          ].compactMap(\.self), atMost: isUsed ? nil : .warning)
      }
  }

  /// A type alias outside all types, and the model that it stands for.
  private struct Alias {
    var declaration: SourceProgram.FileAlias
    var model: SourceProgram.TypeID
  }
}

extension ProgramFlow {
  /// The versions with which the app opens its containers on disk; empty if one of them cannot be known.
  fileprivate var openedVersions: [VersionTable.Entry] {
    let openings = ContainerPlans(self).openings
    let opened = openings.compactMap { opening -> VersionTable.Entry? in
      guard opening.models.isEmpty else { return nil }
      return opening.version.flatMap { versions.entry($0.type) }
    }
    return opened.count == openings.count ? opened : []
  }
}

extension Finding.Message {
  fileprivate static func isStale(
    _ alias: String, _ model: String, _ version: String, isUsed: Bool
  ) -> Self {
    Self(
      "'\(alias)' stands for '\(model)', and the container is opened with '\(version)', which has a class of "
        + "its own: "
        + (isUsed
          ? "the app inserts or fetches objects of a class that its container does not know, and ends there"
          : "an object that is made by this name cannot be inserted"))
  }

  fileprivate static func name(_ model: String, for alias: String) -> Self {
    Self("write 'typealias \(alias) = \(model)'")
  }

  fileprivate static func areStaleToo(_ aliases: [String]) -> Self {
    Self("\(aliases.quoted) \(aliases.count == 1 ? "is" : "are") left at an earlier version, too")
  }
}
