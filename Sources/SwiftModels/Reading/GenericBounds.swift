internal import SwiftSyntax

/// What the generic parameters of a function are known to be: `Player` in `func join<P: Player>(_ p: P)`.
struct GenericBounds {
  private var types: [String: WrittenType] = [:]

  /// A type, with what is known in the place of a parameter.
  func applied(_ type: WrittenType) -> WrittenType {
    switch type {
    case .named(let path):
      path.count == 1 && path[0].arguments.isEmpty ? types[path[0].name] ?? type : type
    case .optional(let inner): .optional(applied(inner))
    case .array(let element): .array(applied(element))
    case .dictionary(let key, let value): .dictionary(applied(key), applied(value))
    case .other: type
    }
  }

  /// What a function takes, with what is known in the place of its generic parameters.
  func applied(_ parameter: FunctionFacts.Parameter) -> FunctionFacts.Parameter {
    var parameter = parameter
    parameter.type = applied(parameter.type)
    return parameter
  }

  /// A parameter is a type, or conforms to it; of several, the first one counts.
  fileprivate mutating func add(_ name: String, _ type: WrittenType) {
    if types[name] == nil, case .named = type { types[name] = type }
  }
}

extension SourceReader {
  /// What the generic parameters of a function are known to be.
  func bounds(
    _ clause: GenericParameterClauseSyntax?, _ requirements: GenericWhereClauseSyntax?
  ) -> GenericBounds {
    var bounds = GenericBounds()
    for parameter in clause?.parameters ?? [] {
      parameter.inheritedType.map { bounds.add(parameter.name.plain, type($0)) }
    }
    for item in requirements?.requirements ?? [] {
      guard case .conformanceRequirement(let node) = item.requirement,
        case .named(let path) = type(node.leftType), path.count == 1
      else { continue }
      bounds.add(path[0].name, type(node.rightType))
    }
    return bounds
  }

  /// The type of what a function takes: of `some Owned` and `any Owned`, the protocol.
  func parameterType(_ node: TypeSyntax) -> WrittenType {
    guard let constraint = node.as(SomeOrAnyTypeSyntax.self)?.constraint,
      case .named(let path) = type(constraint)
    else { return type(node) }
    return .named(path)
  }
}
