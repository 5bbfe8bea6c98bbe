internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension JudgedFinding {
  /// The finding of a rule on models, with what to write instead in Swift where that is known.
  var inSwift: JudgedFinding {
    guard let note = swiftNote else { return self }
    var result = self
    result.diagnostic.notes = [.init(note)]
    return result
  }

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
    case NoActionDelete.id: return "write 'deleteRule: .nullify', '.cascade' or '.deny'"
    default: return nil
    }
  }
}
