internal import SchemaModel

extension SwiftDataVersion {
  mutating func write(
    _ attribute: Attribute, of entity: Entity, to lines: inout SwiftLines
  ) {
    let part = "\(entity.name).\(attribute.name)"
    remarkRest(of: attribute, part, in: &lines)
    if let text = attribute.documentation { lines.comment(text, mark: "///") }
    let value = values.value(of: attribute, in: entity.name)
    if attribute.type == .transformable, let value {
      remark(
        part, "the default of '\(part)' is of that class, so '\(value.line)' stands for it",
        in: &lines)
    } else if value == nil, let defaultValue = attribute.defaultValue {
      remark(part, Self.leftOut(defaultValue, of: part), in: &lines)
    }
    let declared = (
      name: attribute.name, type: values.type(of: attribute, in: entity.name), value: value
    )
    write(declared, behind: mark(attribute, entity), to: &lines)
  }

  /// The macro before a property: `@Attribute(.unique)`.
  struct Mark {
    var name: String
    var arguments: [SwiftPiece.Argument] = []
  }

  private func mark(_ attribute: Attribute, _ entity: Entity) -> Mark? {
    if attribute.isTransient { return Mark(name: "@Transient") }
    var arguments: [SwiftPiece.Argument] = []
    func mark(_ option: String) { arguments.append(.init(nil, .word(".\(option)"))) }
    if areMarked(entity), entity.uniquenessConstraints.contains([attribute.name]) {
      mark("unique")
    }
    if attribute.storage == .external { mark("externalStorage") }
    if attribute.preservesValueOnDeletion { mark("preserveValueOnDeletion") }
    if attribute.type == .transformable {
      mark("transformable(by: \"NSSecureUnarchiveFromData\")")
    }
    if let old = attribute.renamedFrom { arguments.append(.init("originalName", .text(old))) }
    if let modifier = attribute.hashModifier {
      arguments.append(.init("hashModifier", .text(modifier)))
    }
    return arguments.isEmpty ? nil : Mark(name: "@Attribute", arguments: arguments)
  }

  /// Adds a declaration after its macro, or below it if the line would be too long.
  func write(
    _ declared: SwiftLines.Parameter, behind mark: Mark?, to lines: inout SwiftLines
  ) {
    let name = "var \(SwiftSpelling.name(declared.name))"
    if let mark {
      let text =
        mark.arguments.isEmpty ? mark.name : SwiftPiece.call(mark.name, mark.arguments).line
      let line =
        "\(text) \(name): \(declared.type)" + (declared.value.map { " = \($0.line)" } ?? "")
      if line.count <= lines.room { return lines.add(line) }
      if mark.arguments.isEmpty { lines.add(text) } else { lines.call(mark.name, mark.arguments) }
    }
    lines.declare(name, declared.type, declared.value)
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
