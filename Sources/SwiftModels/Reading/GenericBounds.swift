internal import SwiftSyntax

/// The known bounds of a function's generic parameters: `Player` in `func join<P: Player>(_ p: P)`.
struct GenericBounds {
  private var types: [String: WrittenType] = [:]

  /// A type, with the bound in place of a generic parameter.
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

  /// A parameter, with the bounds in place of the generic parameters.
  func applied(_ parameter: FunctionFacts.Parameter) -> FunctionFacts.Parameter {
    var parameter = parameter
    parameter.type = applied(parameter.type)
    return parameter
  }

  /// Adds a type that a parameter equals or conforms to; the first one counts.
  fileprivate mutating func add(_ name: String, _ type: WrittenType) {
    if types[name] == nil, case .named = type { types[name] = type }
  }
}

extension SourceReader {
  /// The known bounds of a function's generic parameters.
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

  /// The type of a parameter; for `some Owned` and `any Owned`, the protocol.
  func parameterType(_ node: TypeSyntax) -> WrittenType {
    guard let constraint = node.as(SomeOrAnyTypeSyntax.self)?.constraint,
      case .named(let path) = type(constraint)
    else { return type(node) }
    return .named(path)
  }
}
