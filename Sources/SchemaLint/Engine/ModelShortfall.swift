internal import SchemaModel

/// A statement of a schema file that the Core Data model lacks, so that its migration harms existing stores.
///
/// The platform reads the model, and not the schema file.
struct ModelShortfall {
  /// The kind of statement.
  private enum Kind {
    /// The old name of a part, and what is lost without it.
    case oldName(String, lost: String)
    /// The default of an attribute that existing objects have no value for.
    case defaultValue
  }

  /// The name of the part: `Product.width`.
  private let subject: String
  private let kind: Kind

  /// The statements of a schema file that the model of the same version lacks, by the part's name in the
  /// outline.
  ///
  /// Empty if a custom migration leads to the version, because it can do without these statements.
  static func all(
    of file: SchemaDocument, in model: SchemaDocument, after before: SchemaDocument?
  ) -> [String: ModelShortfall] {
    guard let before, file.migration?.kind != .custom, model.migration?.kind != .custom else {
      return [:]
    }
    let found = model.schema.entities.flatMap { entity -> [(String, ModelShortfall)] in
      guard let said = file.schema.entity(named: entity.name) else { return [] }
      let lineage = before.schema.lineage(of: said.renamedFrom ?? entity.name)
      let attributes = entity.attributes.compactMap { attribute in
        of(attribute, said.attribute(named: attribute.name), in: entity, lineage).map {
          ("attribute \($0.subject)", $0)
        }
      }
      let relationships = entity.relationships.compactMap { relationship in
        of(relationship, said.relationship(named: relationship.name), in: entity, lineage).map {
          ("relationship \($0.subject)", $0)
        }
      }
      return [of(entity, said, lineage).map { ("entity \($0.subject)", $0) }].compactMap(\.self)
        + attributes + relationships
    }
    return Dictionary(found) { first, _ in first }
  }

  private static func of(_ entity: Entity, _ said: Entity, _ lineage: [Entity]) -> Self? {
    guard entity.renamedFrom == nil, let old = said.renamedFrom, !lineage.isEmpty else {
      return nil
    }
    return Self(subject: entity.name, kind: .oldName(old, lost: "objects"))
  }

  private static func of(
    _ attribute: Attribute, _ said: Attribute?, in entity: Entity, _ lineage: [Entity]
  ) -> Self? {
    guard let said, !lineage.isEmpty else { return nil }
    let subject = "\(entity.name).\(attribute.name)"
    let old = said.renamedFrom ?? attribute.name
    let known = lineage.lazy.compactMap { $0.attribute(named: old) }.first
    if attribute.renamedFrom == nil, said.renamedFrom != nil, known != nil {
      return Self(subject: subject, kind: .oldName(old, lost: "values"))
    }
    let isFilled = known.map { !$0.isOptional } ?? false
    guard !isFilled, attribute.needsValue, said.defaultValue != nil else { return nil }
    return Self(subject: subject, kind: .defaultValue)
  }

  private static func of(
    _ relationship: Relationship, _ said: Relationship?, in entity: Entity, _ lineage: [Entity]
  ) -> Self? {
    guard relationship.renamedFrom == nil, let old = said?.renamedFrom,
      lineage.contains(where: { $0.relationship(named: old) != nil })
    else { return nil }
    return Self(
      subject: "\(entity.name).\(relationship.name)", kind: .oldName(old, lost: "links"))
  }

  /// The statement of a version, and the harm.
  func message(_ version: Version) -> Finding.Message {
    switch kind {
    case .oldName(let old, let lost):
      Finding.Message(
        "only the schema file of \(version) says that '\(subject)' was '\(old)': the model in Xcode has "
          + "no such renaming identifier, and the platform drops the \(lost) of '\(old)'")
    case .defaultValue:
      Finding.Message(
        "only the schema file of \(version) gives '\(subject)' a default: in the model in Xcode it is "
          + "required without one, and the app cannot open an existing store (error 134110)")
    }
  }

  /// The edit of the model.
  var advice: Finding.Message {
    switch kind {
    case .oldName(let old, _):
      Finding.Message("set the Renaming ID of '\(name)' to '\(old)' in Xcode")
    case .defaultValue:
      Finding.Message("give '\(name)' a default in Xcode, or make it optional there")
    }
  }

  private var name: Substring { subject.split(separator: ".").last ?? "" }
}
