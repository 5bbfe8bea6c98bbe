internal import SchemaModel

/// A macro before a property that defines how the property is stored.
enum PropertyMacro: String {
  case attribute = "Attribute"
  case relationship = "Relationship"

  /// The problem with an argument; nil if the argument was understood.
  func problem(with argument: Argument, of property: String) -> ImportProblem? {
    guard let label = argument.label else {
      switch argument.optionName {
      case nil: return .unreadArgument("an option", of: property)
      case let name?:
        return options.contains(name)
          ? nil : .unknownOption(".\(name)", macro: rawValue, property: property)
      }
    }
    let kind = argument.value.kind
    switch (label, kind) {
    case (_, .nothing), ("originalName", .literal(.string)), ("hashModifier", .literal(.string)):
      return nil
    case ("originalName", _), ("hashModifier", _): break
    case _ where self == .attribute:
      return .unknownOption("\(label):", macro: rawValue, property: property)
    case ("inverse", .keyPath(_, let names)) where names.count == 1: return nil
    case ("minimumModelCount", .literal(.int)), ("maximumModelCount", .literal(.int)): return nil
    case ("deleteRule", .member(_, let name)):
      return DeleteRule(rawValue: name) == nil
        ? .unknownOption("deleteRule: .\(name)", macro: rawValue, property: property) : nil
    case ("inverse", _), ("minimumModelCount", _), ("maximumModelCount", _), ("deleteRule", _):
      break
    default: return .unknownOption("\(label):", macro: rawValue, property: property)
    }
    return .unreadArgument("'\(label)'", of: property)
  }

  /// The options that the macro takes without a label.
  private var options: Set<String> {
    switch self {
    case .attribute:
      [
        "unique", "externalStorage", "preserveValueOnDeletion", "ephemeral",
        "allowsCloudEncryption", "spotlight", "transformable", "codable",
      ]
    case .relationship: ["unique"]
    }
  }
}

extension SourceProgram {
  /// The attributes, with the values of constants in the arguments of macros about storage.
  func spelledOut(_ attributes: [AttributeFacts], in scope: Scope) -> [AttributeFacts] {
    attributes.map { facts in
      guard PropertyMacro(rawValue: facts.name) != nil else { return facts }
      var facts = facts
      for place in facts.arguments.indices {
        facts.arguments[place].value.kind = kind(facts.arguments[place].value, in: scope)
      }
      return facts
    }
  }

  /// The kind of an argument's value, behind constants.
  private func kind(_ argument: Expression, in scope: Scope) -> Expression.Kind {
    switch argument.kind {
    case .literal, .nothing, .member(nil, _): return argument.kind
    default: break
    }
    let constants = SourceConstants(program: self)
    if let value = constants.value(of: argument, in: scope) { return .literal(value) }
    let meaning = constants.meaning(of: argument, in: scope)
    guard case .keyPath(let root, let names) = meaning.expression.kind else {
      return meaning.expression.kind
    }
    let path = keyPath(root, names, in: meaning.scope)
    return .keyPath(path.root, path.names)
  }
}

extension Argument {
  /// The name of an option: `.unique`, `.transformable(by: …)`.
  var optionName: String? {
    switch value.kind {
    case .member(_, let name): name
    case .call(let callee, _):
      if case .member(_, let name) = callee.kind { name } else { nil }
    default: nil
    }
  }
}
