/// The reason why a store was not created; nothing is left behind.
public enum StoreCreationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file exists at the path, or at the path of another file of the new store.
  case exists(path: String)
  /// No store exists at the path, but a file of an earlier store does.
  case leftover(String, of: String)
  /// The path ends in a slash, as the path of a folder.
  case namesFolder(path: String)
  /// No value was found that satisfies a rule of an entity.
  case unsatisfiable(rule: String, entity: String)
  /// A rule is not an SQL expression over its entity's properties.
  case brokenRule(rule: String, entity: String, reason: String)
  /// The values of a required attribute must match a pattern that is too complex for examples.
  case unsupportedPattern(String, property: String, entity: String)
  /// A required relationship leads to an entity that can have no objects.
  case noDestination(relationship: String, entity: String)
  /// No number of objects meets a relationship, the other relationships and the unique keys.
  case unsatisfiableCount(relationship: String, entity: String)

  /// The message.
  public var message: String {
    switch self {
    case .exists(let path):
      "'\(path)' exists, and nothing is overwritten: delete it first, or name another file"
    case .leftover(let file, let store):
      "'\(file)' is left of a store '\(store)' that no longer exists, and the new store would take it "
        + "for its own: move it away, or put the store back next to it"
    case .namesFolder(let path): "'\(path)' names a folder, and a store is a file"
    case .unsatisfiable(let rule, let entity):
      "no sample values were found that satisfy the rule '\(rule)' of '\(entity)'"
    case .brokenRule(let rule, let entity, let reason):
      "the rule '\(rule)' of '\(entity)' cannot be asked: \(reason)"
    case .unsupportedPattern(let pattern, let property, let entity):
      "no sample values can be made for '\(entity).\(property)', which must match the pattern "
        + "'\(pattern)'"
    case .noDestination(let relationship, let entity):
      "no sample objects of '\(entity)' can be made: nothing can be at the other end of "
        + "'\(relationship)'"
    case .unsatisfiableCount(let relationship, let entity):
      "no sample objects of '\(entity)' can be made: no number of them has the links that "
        + "'\(entity).\(relationship)' needs, and that other relationships and unique keys allow"
    }
  }

  /// The stable name of the problem, in kebab case.
  public var code: String {
    switch self {
    case .exists, .leftover: "file-exists"
    case .namesFolder: "no-file"
    case .unsatisfiable: "unsatisfiable-rule"
    case .brokenRule: "unusable-rule"
    case .unsupportedPattern: "unsupported-pattern"
    case .noDestination: "no-destination"
    case .unsatisfiableCount: "unsatisfiable-count"
    }
  }

  /// The message.
  public var description: String { message }
}
