internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension JudgedFinding {
  /// The finding of a rule on a model, with advice in Swift if there is any.
  func inSwift(of schema: Schema) -> JudgedFinding {
    if let note = synchronisedDeclaration(in: schema) {
      var result = self
      result.diagnostic.notes = [.init(note)]
      return result
    }
    // This runs for thousands of findings, so each one looks only at its own entity.
    guard [AmbiguousInverse.id, MissingInverse.id].contains(finding.rule),
      case .part(let path) = finding.place, path.components.count > 1,
      let entity = schema.entity(named: path.components[1]),
      let relationship = entity.relationships.first(where: {
        .property($0.name, of: entity.name, .relationships) == path
      })
    else { return inSwift }
    let end = Association.End(entity: entity.name, relationship: relationship)
    let arguments = schema.candidates(forInverseOf: end).map {
      "inverse: \\\($0.entity).\($0.relationship.name)"
    }
    // A second attribute would not compile.
    let hasOptions = relationship.hasOptions
    let choices = arguments.map { hasOptions ? "'\($0)'" : "'@Relationship(\($0))'" }
    let note =
      (hasOptions ? "add " : "write ") + choices.joined(separator: " or ")
      + (hasOptions ? " to its '@Relationship(…)'" : " before it")
    let condition: String
    switch (finding.rule, choices.count) {
    case (AmbiguousInverse.id, 2...): condition = "and give the others an inverse of their own"
    case (MissingInverse.id, 1): condition = "if they are the two ends of one link"
    default: return inSwift
    }
    var result = self
    let others = finding.rule == AmbiguousInverse.id ? diagnostic.notes.dropFirst() : []
    result.diagnostic.notes = [.init("\(note), \(condition)")] + others
    return result
  }

  /// The declaration for a property of a synchronised model that may not be required as it is.
  private func synchronisedDeclaration(in schema: Schema) -> String? {
    guard [SyncRequiredWithoutDefault.id, SyncRequiredRelationship.id].contains(finding.rule),
      case .part(let path) = finding.place, path.components.count > 1,
      let entity = schema.entity(named: path.components[1])
    else { return nil }
    if let attribute = entity.attributes.first(where: {
      .property($0.name, of: entity.name, .attributes) == path
    }) {
      return "write '\(attribute.declarationInSwift)', or make it optional"
    }
    return entity.relationships.first {
      .property($0.name, of: entity.name, .relationships) == path
    }.map { relationship in
      let type =
        relationship.cardinality == .toOne
        ? relationship.destination : "[\(relationship.destination)]"
      return "write 'var \(relationship.name): \(type)?'"
    }
  }

  /// The finding of a rule on models, with advice in Swift if there is any.
  var inSwift: JudgedFinding {
    var result = self
    if let note = swiftNote {
      result.diagnostic.notes = [.init(note)]
    } else if Self.rulesOnSchemaFiles.contains(finding.rule) {
      result.diagnostic.notes = diagnostic.notes.map {
        .init($0.message.inSwift, at: $0.location)
      }
    }
    return result
  }

  /// Rules whose advice is written for schema files.
  private static let rulesOnSchemaFiles = [
    CascadeCycle.id, RequiredToOneNullified.id, RequiredCycle.id, SyncDeny.id,
    RenameSourceMissing.id,
  ]

  private var swiftNote: String? {
    guard case .part(let path) = finding.place, let name = path.components.last else { return nil }
    switch finding.rule {
    case ImplicitDeleteRule.id:
      return "write '@Relationship(deleteRule: .nullify)' if that is meant, or else '.cascade' or "
        + "'.deny'"
    case MissingInverse.id:
      return "give its destination a property that leads back, and name it here: "
        + "'@Relationship(inverse: \\….…)'"
    case ReservedName.id:
      return "choose another name; where '\(name)' is released, write "
        + "'@Attribute(originalName: \"\(name)\")' before it"
    case LargeDataInline.id: return "write '@Attribute(.externalStorage)' before it"
    case DropEntity.id:
      return
        "if it has another name now: SwiftData cannot rename a class, so keep its name, or carry "
        + "the objects over in a custom stage; if it is meant to go, write "
        + "'// migrate:ignore drop-entity -- reason' above this line"
    case DropAttribute.id, DropRelationship.id:
      guard case .having(let old, _)? = finding.condition else { return nil }
      let macro = finding.rule == DropAttribute.id ? "@Attribute" : "@Relationship"
      return
        "if it has another name now, write '\(macro)(originalName: \"\(old)\")' before the new one; if "
        + "the loss is meant, write '// migrate:ignore \(finding.rule) -- reason' above this line"
    case LossyTypeChange.id:
      return
        "the platform changes such a number, without a word: keep the type, or let a new attribute take the "
        + "values in a custom stage; if no object has such a value, write "
        + "'// migrate:ignore lossy-type-change -- reason' above this line"
    case NoActionDelete.id: return "write 'deleteRule: .nullify', '.cascade' or '.deny'"
    default: return nil
    }
  }
}

extension String {
  /// The advice for a property in Swift instead of a schema file.
  ///
  /// `'delete: nullify'` becomes `'deleteRule: .nullify'`, and `'toOne: Book?'` becomes the type.
  var inSwift: String {
    replacing("'delete: ", with: "'deleteRule: .").replacing("or 'deny'", with: "or '.deny'")
      .replacing("or 'cascade'", with: "or '.cascade'")
      .replacing("write 'toOne: ", with: "make its type '")
      .replacing("be empty: 'toOne: ", with: "be empty, of the type '")
      .replacing(#/'renamedFrom: (\w+)'/#) { "'originalName: \"\($0.1)\"'" }
      .replacing("renamedFrom", with: "originalName")
  }
}

extension Relationship {
  /// Whether the relationship has a `@Relationship(…)` with more than an inverse.
  fileprivate var hasOptions: Bool {
    declaredDeleteRule != nil || renamedFrom != nil || hashModifier != nil || minimumCount != nil
      || maximumCount != nil
  }
}
