internal import SchemaModel

extension SwiftDataVersion {
  mutating func write(
    _ attribute: Attribute, of entity: Entity, to lines: inout SwiftLines
  ) {
    let part = "\(entity.name).\(attribute.name)"
    remarkRest(of: attribute, part, in: &lines)
    if let text = attribute.documentation { lines.comment(text, mark: "///") }
    var declaration =
      "var \(SwiftSpelling.name(attribute.name)): "
      + values.type(of: attribute, in: entity.name)
    let value = values.value(of: attribute, in: entity.name)
    if let value { declaration += " = \(value)" }
    if value == nil, attribute.defaultValue != nil {
      remark(part, "the default of '\(part)' has no form in Swift", in: &lines)
    }
    write(declaration, behind: mark(attribute, entity), to: &lines)
  }

  /// What stands before a property: `@Attribute(.unique)`.
  struct Mark {
    var name: String
    var arguments: [String] = []
  }

  private func mark(_ attribute: Attribute, _ entity: Entity) -> Mark? {
    if attribute.isTransient { return Mark(name: "@Transient") }
    var arguments: [String] = []
    if areMarked(entity), entity.uniquenessConstraints.contains([attribute.name]) {
      arguments.append(".unique")
    }
    if attribute.storage == .external { arguments.append(".externalStorage") }
    if attribute.preservesValueOnDeletion { arguments.append(".preserveValueOnDeletion") }
    if attribute.type == .transformable {
      arguments.append(".transformable(by: \"NSSecureUnarchiveFromData\")")
    }
    if let old = attribute.renamedFrom {
      arguments.append("originalName: \(SwiftSpelling.text(old))")
    }
    if let modifier = attribute.hashModifier {
      arguments.append("hashModifier: \(SwiftSpelling.text(modifier))")
    }
    return arguments.isEmpty ? nil : Mark(name: "@Attribute", arguments: arguments)
  }

  /// A declaration behind its attribute, or below it where the line would be too long.
  func write(
    _ declaration: String, behind mark: Mark?, to lines: inout SwiftLines
  ) {
    guard let mark else { return lines.add(declaration) }
    let text =
      mark.arguments.isEmpty
      ? mark.name : "\(mark.name)(\(mark.arguments.joined(separator: ", ")))"
    if text.count + declaration.count < lines.room { return lines.add("\(text) \(declaration)") }
    if mark.arguments.isEmpty { lines.add(text) } else { lines.call(mark.name, mark.arguments) }
    lines.add(declaration)
  }

  private mutating func remarkRest(
    of attribute: Attribute, _ part: String, in lines: inout SwiftLines
  ) {
    if attribute.type == .transformable, !attribute.isTransient {
      remark(part, "the class of '\(part)' is not known, so it stands as 'NSObject'", in: &lines)
    } else if attribute.type.core == .transformable {
      remark(part, Self.standIn(for: part), in: &lines)
    }
    if let derivation = attribute.derivation {
      remark(part, "'\(part)' is derived from '\(derivation)'", in: &lines)
    }
    for (bound, word) in [(attribute.minimum, "minimum"), (attribute.maximum, "maximum")] {
      guard bound != nil else { continue }
      remark(part, "'\(part)' has a \(word)", in: &lines)
    }
    if let pattern = attribute.pattern {
      remark(part, "'\(part)' matches '\(pattern)'", in: &lines)
    }
    if attribute.column != nil || attribute.sqlType != nil {
      remark(part, "'\(part)' has a column of its own, which SwiftData does not use", in: &lines)
    }
  }
}
