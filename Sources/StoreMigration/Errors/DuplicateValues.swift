public import Diagnostics
internal import SchemaModel
public import SQLite
public import StoreVerification

/// Objects with the same values in properties that must be unique.
public struct DuplicateValues: Hashable, Sendable {
  /// Objects that share their values.
  public struct Group: Hashable, Sendable {
    /// The `_id`s of the first of them, ascending.
    public var identities: [Int64]
    /// The shared values, in the order of the properties.
    public var values: [SQLValue]
    /// The keys of the objects in an existing table: `rowid 1, 2`; nil for `_id`s.
    public var key: String?
  }

  /// The entity.
  public var entity: String
  /// The properties that no two objects may share.
  public var properties: [String]
  /// The number of groups of objects that share their values.
  public var groups: Int64
  /// The number of objects in all groups.
  public var objects: Int64
  /// Some of the groups.
  public var examples: [Group]
  /// The place of the key in the schema file.
  public var location: SourceLocation?
  /// The key by the names of the store's own version, as `Book:title`, if the objects share these values
  /// there already; nil if the values are made in the migration.
  public var keyBefore: String?
  /// The to-one, as `Book.note`, that would lead to several objects, if this is the cause and not a key.
  ///
  /// The objects with the shared value are then its destinations.
  public var toOne: PropertyName?
  /// Whether the objects may have been of several entities before.
  public var comeTogether = false
}

extension DuplicateValues {
  /// The duplicates as a problem, at the key, with the shared values of some groups.
  var diagnostic: Diagnostic {
    if let toOne { return diagnostic(at: toOne) }
    let names = properties.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      code: "duplicates",
      "\(objects) objects of '\(entity)' share their values of \(names), which must be unique, "
        + "in \(Quantity.count(groups, "group"))", at: location,
      notes: evidence + [.init(remedy)])
  }

  /// Some of the objects, without advice.
  var evidence: [Diagnostic.Note] {
    let rest = groups - Int64(examples.count)
    guard let toOne else {
      return examples.map { .init(values: message(of: $0)) }
        + (rest > 0 ? [.init("and \(Quantity.count(rest, "group")) more")] : [])
    }
    return examples.compactMap { group in
      group.values.first.map {
        .init(values: "_id \($0.excerpt): '\(toOne.property)' is \(group.objects)")
      }
    } + (rest > 0 ? [.init("and \(rest) more")] : [])
  }

  private var remedy: String {
    if comeTogether {
      return
        "merge them as they come together: "
        + SchemaPath(["migration", "map", entity, "dedupe"])
        .declaration(of: "{by: [\(properties.joined(separator: ", "))], keep: first}")
    }
    if examples.contains(where: { $0.key != nil }), let property = properties.first {
      return
        "correct the rows in the app, or leave all but one of each group behind: "
        + SchemaPath(["migration", "map", entity])
        .declaration(of: "{where: \"…\"}") + " with a condition that names '\(property)'"
    }
    return keyBefore == nil
      ? "give them different values, or let the version allow that they share them"
      : "merge them first, as 'migrate repair --merge' does or shows: '--keep' says which one stays"
  }

  /// The problem of objects of which only one can be linked to another object.
  private func diagnostic(at end: PropertyName) -> Diagnostic {
    let stored = properties.joined(separator: ", ")
    let wayOut =
      "correct the objects before, or say which links stay: "
      + SchemaPath(["migration", "map", entity, stored])
      .declaration(of: "{using: \"CASE WHEN … THEN \(stored) END\"}")
    return Diagnostic(
      code: "inconvertible-value",
      "the value of \(Quantity.count(groups, "object")) for '\(end)' cannot be converted: "
        + "it leads to several objects", at: location, notes: evidence + [.init(wayOut)])
  }

  private func message(of group: Group) -> String {
    let values = zip(properties, group.values).map { "'\($0)' is \($1.excerpt)" }
    return "\(group.objects): \(values.joined(separator: ", "))"
  }
}

extension DuplicateValues.Group {
  /// The identities of the objects: `_id 1, 2`.
  fileprivate var objects: String {
    key ?? "_id \(identities.map(String.init).joined(separator: ", "))"
  }
}
