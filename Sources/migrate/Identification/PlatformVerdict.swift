internal import JSON
internal import MigrationPlanner
internal import Reports
internal import SchemaExchange
internal import SchemaLint
internal import SchemaModel

/// What the platform would do with a store that it wrote, for the newest version of the model.
struct PlatformVerdict {
  /// One possible result.
  struct Statement: Hashable {
    /// The error that ends the migration; nil if the platform carries it out.
    var error: PlatformError?
    /// The result and its reason.
    var text: String
  }

  let statements: [Statement]
  /// The errors that end the migration to the newest version, and its certain losses, whatever the objects are.
  let stops: [Statement]

  /// The result for a store, with its objects if they can be counted.
  init(
    _ identification: VersionIdentification, _ histories: [SchemaHistory],
    objects: (any StoreFacts)? = nil
  ) {
    guard let first = identification.made.first ?? identification.possible.first else {
      statements = histories.isEmpty ? [] : Self.unknownVersion
      stops = statements
      return
    }
    let name = first.schema
    let candidates = (identification.made + identification.possible).filter { $0.schema == name }
    let history = histories.first { $0.versions.first?.schema.name == name }
    let opening = history.map { Self.opening(candidates.map(\.version), $0, objects) }
    statements = Self.duplicates(candidates.map(\.version)) + (opening?.statements ?? [])
    stops = opening?.stops ?? []
  }

  private static let unknownVersion = [
    Statement(
      error: .unknownVersion,
      text:
        "'unknown model version' with a migration plan, as none of its versions has the store's "
        + "checksum"),
    Statement(
      error: .incompatibleModel,
      text:
        "an app that allows no migration cannot open it, as the store was made by another model: 'the "
        + "model used to open the store is incompatible'"),
    Statement(
      error: .missingSourceModel,
      text: "'missing source model' with automatic migration, as the model that made the store is "
        + "not to be found"),
  ]

  private static func duplicates(_ versions: [Version]) -> [Statement] {
    guard versions.count > 1 else { return [] }
    let list = versions.map(\.words).joined(separator: " and ")
    return [
      Statement(
        text: "'duplicate version checksums across stages detected' with a migration plan that "
          + "lists \(list), as their version hashes are the same")
    ]
  }

  private static func opening(
    _ versions: [Version], _ history: SchemaHistory, _ objects: (any StoreFacts)?
  ) -> (statements: [Statement], stops: [Statement]) {
    guard let newest = history.newest?.schema.version, let version = versions.last else {
      return ([], [])
    }
    guard !versions.contains(newest) else {
      return ([Statement(text: "\(newest.words), the newest version, opens it as it is")], [])
    }
    guard let source = history[version]?.schema, let target = history.newest?.schema else {
      return ([], [])
    }
    let way = "the migration from \(version.words) to \(newest.words)"
    // Listed last, because most apps allow migration.
    let refused = Statement(
      error: .incompatibleModel,
      text:
        "an app that allows no migration cannot open it with \(newest.words), the newest version: 'the "
        + "model used to open the store is incompatible'")
    let inference = PlatformInference(from: source, to: target)
    let later = history.versions.filter { $0.schema.version >= version }
    let isStaged = zip(later, later.dropFirst()).allSatisfy { old, new in
      new.migration?.kind == .custom
        || PlatformInference(from: old.schema, to: new.schema).obstacles.isEmpty
    }
    let isCarriedOut = inference.obstacles.allSatisfy { isStaged && $0.obstacle == .declared }
    let stages =
      isCarriedOut ? inStages(HopMatrix.way(from: version, to: newest, in: history)) : []
    let inferred = migrating(
      stages.isEmpty ? way : "without a migration plan \(way)", inference,
      DemandsOnObjects(from: source, to: target, objects))
    let stops = obstacles([.notInferred, .declared], to: way, inference)
    return (inferred + stages + [refused], stages.isEmpty ? stops : [])
  }

  /// The result with a migration plan that has the stages of the schema files; empty if it is the same as
  /// without a plan.
  private static func inStages(_ way: HopMatrix.Way?) -> [Statement] {
    guard let way else { return [] }
    let causes = list(way.causes.map { "\($0.source.words) to \($0.target.words), \($0.summary)" })
    return switch way.verdict {
    case .same, .lightweight, .inPlace, .rewritten: []
    case .custom:
      [Statement(text: "with one, it goes in the stages of the schema files: custom\(causes)")]
    case .refused:
      [Statement(text: "with one, it cannot be planned as the schema files stand\(causes)")]
    }
  }

  /// The results of automatic migration; errors in the order in which they would end it.
  private static func migrating(
    _ way: String, _ inference: PlatformInference, _ demands: DemandsOnObjects
  ) -> [Statement] {
    let kinds = InferenceObstacle.allCases
    let statements = obstacles(kinds, to: way, inference) { !demands.areMet(at: $0.change.path) }
    let shared = demands.shared
    guard statements.isEmpty, shared.isEmpty else {
      return statements
        + (shared.isEmpty
          ? []
          : [
            Statement(
              error: .constraint,
              text: "'constraint violation during migration' where \(way) is inferred"
                + list(shared))
          ])
    }
    let losses = inference.losses.map(\.change.description)
    let loses = inference.losses.contains { $0.risk == .certain } ? "loses" : "may lose"
    let met = inference.obstacles.map(\.change.summary)
    return [
      Statement(
        text: "\(way) is inferred: lightweight"
          + (losses.isEmpty ? "" : ", and \(loses) what there is" + list(losses))
          + (demands.open.isEmpty ? "" : ", if \(demands.open.joined(separator: " and "))")
          + (met.isEmpty ? "" : ", as no object here lacks a value or a link" + list(met)))
    ]
  }

  private static func obstacles(
    _ kinds: [InferenceObstacle], to way: String, _ inference: PlatformInference,
    counting isCounted: (PlannedChange) -> Bool = { _ in true }
  ) -> [Statement] {
    kinds.compactMap { kind in
      let changes = inference.obstacles.filter { $0.obstacle == kind && isCounted($0) }
        .map(\.change.summary)
      return changes.isEmpty
        ? nil : Statement(error: kind.error, text: kind.words(way) + list(changes))
    }
  }

  /// The first of some changes, and the number of the others.
  private static func list(_ changes: [String]) -> String {
    let others = changes.count - 3
    return ": " + changes.prefix(3).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}

/// The demands of a version on the objects of an older one, which only the objects show to be met.
private struct DemandsOnObjects {
  private var met: Set<SchemaPath> = []
  /// The objects that share the values of a new unique key, in words.
  private(set) var shared: [String] = []
  /// The conditions for new unique keys that nothing is known of.
  private(set) var open: [String] = []

  init(from source: Schema, to target: Schema, _ objects: (any StoreFacts)?) {
    let step = VersionStep(
      from: SchemaDocument(schema: source), to: SchemaDocument(schema: target))
    let values = RequiredAddedWithoutDefault().findings(in: step)
    for finding in values + OptionalMadeRequired().findings(in: step) {
      guard case .part(let path) = finding.place, let condition = finding.condition,
        objects?.count(of: condition) == 0
      else { continue }
      met.insert(path)
    }
    for finding in UniqueAdded().findings(in: step) + UniqueChanged().findings(in: step) {
      guard case .sharing(let key, let entity)? = finding.condition else { continue }
      let names = key.map { "'\($0)'" }.joined(separator: ", ")
      switch objects?.count(of: .sharing(key, entity: entity)) {
      case nil: open.append("no two objects of '\(entity)' share \(names)")
      case 0?: continue
      case let count?: shared.append("\(count) objects of '\(entity)' share \(names)")
      }
    }
  }

  /// Whether every object has the value or the link that a change demands.
  func areMet(at path: SchemaPath) -> Bool { met.contains(path) }
}

extension InferenceObstacle {
  /// The result for a migration, without the changes that cause it.
  fileprivate func words(_ way: String) -> String {
    switch self {
    case .notInferred:
      "'missing mapping model' where \(way) is to be inferred, which it cannot be"
    case .missingValue:
      "'missing attribute values on mandatory destination attribute' where \(way) is inferred and"
        + " there are objects without a value"
    case .missingLink:
      "'mandatory destination relationship' where \(way) is inferred and there are objects without"
        + " a link"
    case .unconverted: "values stay as they are on \(way), and mean something else"
    case .undocumented: "it is not documented whether \(way) is inferred"
    case .declared: "\(way) is inferred, and drops the objects of a renamed class"
    }
  }
}

extension PlatformVerdict.Statement {
  /// The statement in one line: `error 134140: …`.
  ///
  /// Most apps allow migration, so the error of other apps is put at the end.
  var line: String {
    guard let error else { return text }
    return error == .incompatibleModel
      ? "\(text) (error \(error.name))" : "error \(error.name): \(text)"
  }

  var value: JSONValue {
    ["code": error.map { .integer(Int64($0.rawValue)) } ?? .null, "text": .string(text)]
  }
}
