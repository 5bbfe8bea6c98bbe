internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

/// The current models of an app, each with the released model that it follows.
struct CurrentModels {
  /// The certainty about which classes belong to a model.
  enum Certainty {
    /// A container or a version lists the classes.
    case listed
    /// No list exists: these are all classes in the given files, which may not be all files.
    case found
    /// No list exists, and no class has the name of a released one.
    case guessed
  }

  /// A model in the source that follows a released one.
  struct Match {
    /// The model in the source.
    var version: SourceVersion
    /// The released model.
    var model: ReleasedModel
    /// The certainty about which classes belong to the model.
    var certainty: Certainty
    /// The place where a container lists the model, if any.
    var list: SourceLocation?
    /// Later versions that the source declares.
    var later: [SourceVersion] = []
    /// Whether the app declares versions or a migration plan, so that each version needs a `VersionedSchema`.
    var appHasVersions = false
  }

  /// A model in the source that could follow several released ones.
  struct Undecided {
    /// The model in the source.
    var version: SourceVersion
    /// The released models that it could follow.
    var candidates: [ReleasedModel]
    /// Whether it shares no entity with any candidate, so that it may follow none of them.
    var isGuess = false
  }

  /// The models that follow a released model.
  private(set) var matches: [Match] = []
  /// The models that could follow several released models.
  private(set) var undecided: [Undecided] = []
  /// The names of listed models that no file declares.
  let unseen: Set<String>
  private let program: SourceProgram
  let released: [ReleasedModel]

  /// Matches the models of a program with the released ones.
  ///
  /// Of the versions in the source, the newest one of each model counts. Classes that a container lists, but
  /// no version, count too. An app may have several models, each in its own container.
  init(_ program: SourceProgram, released: [ReleasedModel]) {
    self.program = program
    self.released = released
    let containers = ContainerLists(program)
    unseen = containers.unseen
    let declared = SwiftSchemas.declared(in: program)
    // Which of two planned versions with one number a schema file describes cannot be known.
    let open = declared.sharingNumbers.filter { $0.first.isPlanned && $0.second.isPlanned }
      .map(\.first.model)
    addVersions(
      declared.filter { version in
        version.declaration.map { !$0.isTest && !open.contains($0.model) } ?? true
      })
    // A list that was read only in part does not show which classes it lacks.
    if !containers.lists.isEmpty, containers.areWhole {
      addClasses(in: containers.lists, areListed: true)
      for place in matches.indices where matches[place].version.declaration == nil {
        matches[place].list = containers.place(of: matches[place].version, in: program)
      }
    } else if declared.isEmpty {
      // Without a container's list, classes outside the versions may be anything.
      addClasses(in: program.models.map { [$0] }, areListed: false)
    }
    for place in matches.indices { matches[place].appHasVersions = !declared.isEmpty }
  }

  // MARK: Versions

  private mutating func addVersions(_ declared: [SourceVersion]) {
    var newest: [Int: [SourceVersion]] = [:]
    var unknown: SourceVersion?
    for version in declared {
      switch ReleasedModel.likeness(of: version.document.schema, among: released) {
      case .one(let place): newest[place, default: []].append(version)
      case .none: unknown = version
      case .several(let places):
        undecided.append(Undecided(version: version, candidates: places.map { released[$0] }))
      }
    }
    // If all entities of the only released model have new names, this must be that model.
    if newest.isEmpty, undecided.isEmpty, released.count == 1, let unknown { newest[0] = [unknown] }
    for (place, versions) in newest.sorted(by: { $0.key < $1.key }) {
      // The first version that no schema file describes follows the released one.
      let model = released[place]
      let first = versions.firstIndex { model.isOpen($0, elsewhere: unseen) } ?? versions.count - 1
      let later = Array(versions[(first + 1)...])
      matches.append(
        Match(
          version: versions[first],
          model: later.isEmpty ? model : model.until(versions[first]), certainty: .listed,
          later: later))
    }
  }

  // MARK: Unversioned classes

  private mutating func addClasses(in lists: [[SourceProgram.TypeID]], areListed: Bool) {
    var roots: [Int: [SourceProgram.TypeID]] = [:]
    var strangers: [[SourceProgram.TypeID]] = []
    let groups = ContainerLists.connected(lists, in: program)
    for (group, version) in zip(groups, SwiftSchemas.undeclared(program, groups)) {
      guard let version else { continue }
      switch ReleasedModel.likeness(of: version.document.schema, among: released) {
      case .one(let place): roots[place, default: []] += group
      case .several(let places):
        undecided.append(Undecided(version: version, candidates: places.map { released[$0] }))
      case .none: strangers.append(group)
      }
    }
    let guess = place(strangers, areListed, &roots)
    let places = roots.keys.sorted()
    let versions = SwiftSchemas.undeclared(program, places.map { roots[$0] ?? [] })
    for (place, version) in zip(places, versions) {
      guard let version else { continue }
      let certainty = areListed ? Certainty.listed : .found
      matches.append(
        Match(
          version: version, model: released[place],
          certainty: place == guess ? .guessed : certainty))
    }
  }

  /// Finds a model for classes without any released name, and returns its index if it is only a guess.
  ///
  /// Classes in their own container may be a model without schema files, if other classes still match the
  /// released models.
  private mutating func place(
    _ strangers: [[SourceProgram.TypeID]], _ areListed: Bool,
    _ roots: inout [Int: [SourceProgram.TypeID]]
  ) -> Int? {
    guard !strangers.isEmpty, matches.isEmpty, undecided.isEmpty else { return nil }
    let left = released.indices.filter { roots[$0] == nil }
    let all = strangers.flatMap(\.self)
    if released.count == 1 {
      // New classes that are not listed yet belong to the model.
      if left.isEmpty, !areListed { roots[0, default: []] += all }
      guard left == [0], !areListed || strangers.count == 1 else { return nil }
      roots[0] = all
      return areListed ? nil : 0
    }
    // One of several models has no match: the classes may be that model, or another one.
    guard roots.isEmpty, let version = SwiftSchemas.undeclared(program, [all])[0] else {
      return nil
    }
    undecided.append(Undecided(version: version, candidates: released, isGuess: true))
    return nil
  }
}

extension ContainerLists {
  /// The place of the first list with a class of a model.
  fileprivate func place(of version: SourceVersion, in program: SourceProgram) -> SourceLocation? {
    let names = Set(version.document.schema.entities.map(\.name))
    return zip(lists, places).first { list, _ in
      list.contains { names.contains(program[$0].facts.name) }
    }?.1
  }
}

extension ReleasedModel {
  /// Whether a version is newer than all schema files.
  func isBehind(_ version: SourceVersion) -> Bool {
    history.newest.map { version.document.schema.version > $0.schema.version } ?? false
  }

  /// Whether a version is newer than all schema files, or differs from its own, which is not released.
  fileprivate func isOpen(_ version: SourceVersion, elsewhere unseen: Set<String>) -> Bool {
    let number = version.document.schema.version
    if isBehind(version) { return true }
    return number > newest && history[number] != nil
      && !until(version).draftDescribes(version, elsewhere: unseen)
  }

  /// The model as it is in the version with the number of a version in the source, and before.
  fileprivate func until(_ version: SourceVersion) -> ReleasedModel {
    let number = version.document.schema.version
    guard let own = history[number] else { return self }
    var model = self
    model.history = SchemaHistory(history.versions.filter { $0.schema.version <= number })
    model.openQuestions.removeAll { $0.location?.file != own.file }
    return model
  }
}

extension ReleasedModel {
  /// The models that a schema is most similar to.
  enum Likeness {
    /// No model shares an entity with the schema.
    case none
    /// The model at this index.
    case one(Int)
    /// Several equally similar models, by index.
    case several([Int])
  }

  /// The model that a schema is most similar to.
  ///
  /// The most common entities decide, then the most common properties, then the fewest entities that the
  /// schema lacks.
  static func likeness(of schema: Schema, among models: [ReleasedModel]) -> Likeness {
    let shared = models.map { $0.shared(with: schema) }
    guard let most = shared.max(by: <), most.entities > 0 else { return .none }
    let places = shared.indices.filter { shared[$0] == most }
    return places.count == 1 ? .one(places[0]) : .several(places)
  }

  private struct Shared: Comparable {
    var entities = 0
    var properties = 0
    var absent = 0

    static func < (left: Self, right: Self) -> Bool {
      (left.entities, left.properties, -left.absent)
        < (right.entities, right.properties, -right.absent)
    }
  }

  private func shared(with schema: Schema) -> Shared {
    guard let released = document?.schema else { return Shared() }
    var result = Shared()
    for entity in schema.entities {
      guard let other = released.entity(named: entity.name) else { continue }
      result.entities += 1
      let names = Set(other.attributes.map(\.name) + other.relationships.map(\.name))
      result.properties +=
        (entity.attributes.map(\.name) + entity.relationships.map(\.name))
        .count(where: names.contains)
    }
    result.absent = released.entities.count - result.entities
    return result
  }
}
