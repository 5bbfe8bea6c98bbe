public import SchemaModel

/// Flags two names of one kind that differ by the case of letters only.
///
/// ## Why
///
/// A database ignores the case of names, a file system often does, and a reader overlooks `Open`
/// next to `open`. A model with such entities or properties is unusable, and reading it already
/// reports an error. This rule checks the other names: the cases of an enumeration, the elements of
/// a composite, shared types and entities, and queries.
///
/// ## Example
///
/// ```yaml
/// enums:
///   State: [open, Open, done]
/// entities:
///   Task:
///     attributes: {state: State}
/// ```
///
/// ## Use instead
///
/// ```yaml
/// enums:
///   State: [open, reopened, done]
/// entities:
///   Task:
///     attributes: {state: State}
/// ```
///
/// ## When it is safe
///
/// Where both names come from elsewhere and cannot be changed.
///
/// There is no fix: only you know whether the second name means something else, and how to rename
/// it. A released case of an enumeration can be renamed and keep its raw value, which is the value
/// that objects store. The other kinds of names have `renamedFrom`, or nothing is stored under
/// them.
///
/// ## References
///
/// - https://www.sqlite.org/lang_keywords.html
public struct CaseCollision: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "case-collision"

  /// A rule without state.
  public init() {}

  /// A finding for every name that another name of its kind already takes.
  public func findings(in document: SchemaDocument) -> [Finding] {
    let schema = document.schema
    var found: [Finding] = []
    for enumeration in schema.enumerations {
      let rawValues = Dictionary(enumeration.cases.map { ($0.name, $0.rawValue) }) { $1 }
      found += collisions(
        enumeration.cases.map(\.name), "case", of: enumeration.name,
        below: SchemaPath(["enums", enumeration.name, "cases"])
      ) { .keepRawValue(of: $0, rawValues[$0]) }
    }
    for composite in schema.composites {
      found += collisions(
        composite.elements.map(\.name), "attribute", of: composite.name,
        below: SchemaPath(["composites", composite.name, "attributes"])
      ) { .sayOldName($0) }
    }
    return found + typeCollisions(schema)
      + collisions(
        schema.queries.map(\.name), "query", of: nil, below: SchemaPath(["queries"])
      ) { _ in .isNotStored }
  }

  private func collisions(
    _ names: [String], _ kind: String, of owner: String?, below path: SchemaPath,
    _ wayOut: (String) -> Finding.Message
  ) -> [Finding] {
    var spellings: [String: String] = [:]
    return names.compactMap { name in
      guard let other = spellings.updateValue(name, forKey: name.lowercased()), other != name
      else { return nil }
      return Finding(
        Self.id, .differByCase(kind, name, other, owner), at: .part(path.appending(name)),
        notes: [.init(.otherIsHere(other), at: .part(path.appending(other))), .init(wayOut(name))])
    }
  }

  /// Entities and shared types are all types in Swift.
  private func typeCollisions(_ schema: Schema) -> [Finding] {
    var places: [String: (name: String, path: SchemaPath)] = [:]
    for entity in schema.entities {
      places[entity.name.lowercased()] = (entity.name, .entity(entity.name))
    }
    let types =
      schema.enumerations.map { ("enumeration", $0.name, SchemaPath(["enums", $0.name])) }
      + schema.composites.map { ("composite", $0.name, SchemaPath(["composites", $0.name])) }
    return types.compactMap { kind, name, path in
      guard let other = places.updateValue((name, path), forKey: name.lowercased()),
        other.name != name
      else { return nil }
      return Finding(
        Self.id, .differByCase(kind, name, other.name, nil), at: .part(path),
        notes: [.init(.otherIsHere(other.name), at: .part(other.path)), .init(.isNotStored)])
    }
  }
}

extension Finding.Message {
  fileprivate static func differByCase(
    _ kind: String, _ name: String, _ other: String, _ owner: String?
  ) -> Self {
    let of = owner.map { " of '\($0)'" } ?? ""
    return Self("the \(kind) '\(name)'\(of) differs from '\(other)' by case only")
  }

  fileprivate static func otherIsHere(_ name: String) -> Self { Self("'\(name)' is here") }

  fileprivate static func keepRawValue(of name: String, _ rawValue: Literal?) -> Self {
    Self(
      "give one of them another name; where '\(name)' is released, keep its raw value, "
        + "\(rawValue?.text ?? name.quoted), which objects hold")
  }

  fileprivate static func sayOldName(_ name: String) -> Self {
    Self(
      "give one of them another name, with 'renamedFrom: \(name)' where a released version has "
        + "'\(name)'")
  }

  fileprivate static var isNotStored: Self {
    Self("give one of them another name; no object holds it")
  }
}
