internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

/// The models as an app uses them now, each with the released one that it follows.
struct CurrentModels {
  /// How sure it is which classes belong to a model.
  enum Certainty {
    /// A container or a version lists them.
    case listed
    /// Nothing lists them: they are all that the files given declare, which may be a part.
    case found
    /// Nothing lists them, and none of them was in a released version by its name.
    case guessed
  }

  /// A model in the source that follows a released one.
  struct Match {
    /// The model.
    var version: SourceVersion
    /// The released one.
    var model: ReleasedModel
    /// How sure it is which classes belong to it.
    var certainty: Certainty
    /// Where a container lists the first of them, if one does.
    var list: SourceLocation?
    /// The versions that the source declares after it.
    var later: [SourceVersion] = []
  }

  /// A model in the source that could follow several.
  struct Undecided {
    /// The model.
    var version: SourceVersion
    /// Those that it could follow.
    var candidates: [ReleasedModel]
    /// Whether it has no entity of any of them, so that it may as well follow none.
    var isGuess = false
  }

  /// The models that follow a released one.
  private(set) var matches: [Match] = []
  /// The models that could follow several.
  private(set) var undecided: [Undecided] = []
  /// The names of models that containers list and none of the files declares.
  let unseen: Set<String>
  private let program: SourceProgram
  private let released: [ReleasedModel]

  /// The models of a program, where these are released.
  ///
  /// Of versions in the source the newest one of each model counts; next to it, the classes that a
  /// container lists and no version does. An app may have several models, in a container each.
  init(_ program: SourceProgram, released: [ReleasedModel]) {
    self.program = program
    self.released = released
    let containers = ContainerLists(program)
    unseen = containers.unseen
    let declared = SwiftSchemas.declared(in: program)
    addVersions(declared.filter { $0.declaration?.isTest != true })
    // A list that is read in part says nothing of what it lacks.
    if !containers.lists.isEmpty, containers.areWhole {
      addClasses(in: containers.lists, areListed: true)
      for place in matches.indices where matches[place].version.declaration == nil {
        matches[place].list = containers.place(of: matches[place].version, in: program)
      }
    } else if declared.isEmpty {
      // Without a container that lists them, classes next to the versions may be anything.
      addClasses(in: program.models.map { [$0] }, areListed: false)
    }
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
    // A model all of whose entities have other names now is the only one that is left.
    if newest.isEmpty, undecided.isEmpty, released.count == 1, let unknown { newest[0] = [unknown] }
    for (place, versions) in newest.sorted(by: { $0.key < $1.key }) {
      // Of new versions without a schema file the first one follows what was released.
      let first = versions.firstIndex { released[place].isBehind($0) } ?? versions.count - 1
      matches.append(
        Match(
          version: versions[first], model: released[place], certainty: .listed,
          later: Array(versions[(first + 1)...])))
    }
  }

  // MARK: Classes that no version lists

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

  /// Finds a model for classes none of which was released by its name; the place of one that is no
  /// more than a guess.
  ///
  /// Classes in a container of their own may be a model that nobody manages with schema files, as
  /// long as there are others that are as they were.
  private mutating func place(
    _ strangers: [[SourceProgram.TypeID]], _ areListed: Bool,
    _ roots: inout [Int: [SourceProgram.TypeID]]
  ) -> Int? {
    guard !strangers.isEmpty, matches.isEmpty, undecided.isEmpty else { return nil }
    let left = released.indices.filter { roots[$0] == nil }
    let all = strangers.flatMap(\.self)
    if released.count == 1 {
      // New classes that nothing lists yet are the model's.
      if left.isEmpty, !areListed { roots[0, default: []] += all }
      guard left == [0], !areListed || strangers.count == 1 else { return nil }
      roots[0] = all
      return areListed ? nil : 0
    }
    // Of several models one is lost sight of: these classes may be it, or a model of their own.
    guard roots.isEmpty, let version = SwiftSchemas.undeclared(program, [all])[0] else {
      return nil
    }
    undecided.append(Undecided(version: version, candidates: released, isGuess: true))
    return nil
  }
}

extension ContainerLists {
  /// Where the first list is that has a class of a model.
  fileprivate func place(of version: SourceVersion, in program: SourceProgram) -> SourceLocation? {
    let names = Set(version.document.schema.entities.map(\.name))
    return zip(lists, places).first { list, _ in
      list.contains { names.contains(program[$0].facts.name) }
    }?.1
  }
}

extension ReleasedModel {
  /// Whether a version comes after all schema files that there are.
  func isBehind(_ version: SourceVersion) -> Bool {
    history.newest.map { version.document.schema.version > $0.schema.version } ?? false
  }
}

extension ReleasedModel {
  /// Which of several models a schema is most like.
  enum Likeness {
    /// None has any entity of it.
    case none
    /// The one at this place.
    case one(Int)
    /// Those at these places, all alike.
    case several([Int])
  }

  /// The one of several models that has the most entities in common with a schema, and of those
  /// that have as many the one with the most properties, then the one with the fewest entities
  /// that the schema does not have.
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
