/// A reader of the elements of a list, from all constants that it is made of.
///
/// ```swift
/// static var stages: [MigrationStage] { Steps.all + [last] }  // the stages of both constants
/// ```
struct ListReader {
  /// A place in the files.
  struct Place: Hashable, Sendable {
    var position: Position
    var file: Int
  }

  /// An element, and the scope of the names in it.
  struct Element {
    var value: Expression
    var scope: Scope
  }

  /// The elements, in the order of the list.
  private(set) var elements: [Element] = []
  /// The parts that could not be read, with their scopes.
  private(set) var unread: [Element] = []
  private let program: SourceProgram
  private let constants: SourceConstants
  private let owner: SourceProgram.TypeID?
  private let isElement: (Expression) -> Bool

  /// The greatest length of a chain of constants, in case it is circular.
  private static let limit = 16

  /// Reads the list in a type's property of this name.
  init(
    _ name: String, of owner: SourceProgram.TypeID, in program: SourceProgram,
    where isElement: @escaping (Expression) -> Bool
  ) {
    self.program = program
    self.owner = owner
    self.isElement = isElement
    constants = SourceConstants(program: program)
    for part in program[owner].parts {
      guard let property = part.members.properties.first(where: { $0.name == name }) else {
        continue
      }
      read(property, in: Scope(file: part.file, type: owner), depth: 0)
      return
    }
    unread(
      Expression(kind: .name(name, []), position: program[owner].facts.position),
      Scope(file: program[owner].file, type: owner))
  }

  /// Reads the list that an expression stands for, with the local names around it.
  init(
    _ value: Expression, _ locals: Locals, in scope: Scope, of program: SourceProgram,
    where isElement: @escaping (Expression) -> Bool
  ) {
    self.program = program
    owner = scope.type
    self.isElement = isElement
    constants = SourceConstants(program: program)
    read(value, locals, in: scope, depth: 0)
  }

  /// The places of the parts that could not be read, without duplicates.
  var unreadPlaces: [Place] {
    unread.map { Place(position: $0.value.position, file: $0.scope.file) }.distinct
  }

  /// The expressions that each local name stands for, in their order.
  typealias Locals = [String: [Expression]]

  /// The local names of a body, each with all values that the body gives and adds to it.
  ///
  /// A name is left out if several declarations have it, or if another method is called on it, which may change
  /// it.
  static func locals(in body: [Statement]) -> Locals {
    var locals: Locals = [:]
    var unknown: Set<String> = []
    CodeWalk(
      statement: { statement in
        guard case .binding(let binding) = statement else { return }
        for name in binding.names {
          if locals[name] != nil || !binding.isWhole { unknown.insert(name) }
          locals[name] = [binding.value].compactMap(\.self)
        }
      },
      expression: { expression in
        if let (list, added) = expression.addition {
          locals[list]?.append(added)
        } else if case .assignment(let target, let value, _) = expression.kind,
          case .name(let name, _) = target.kind
        {
          locals[name]?.append(value)
        } else if case .call(let callee, _) = expression.kind,
          case .member(let base?, _) = callee.kind, case .name(let name, _) = base.kind
        {
          unknown.insert(name)
        }
        return true
      }
    ).go(through: body)
    return locals.filter { !unknown.contains($0.key) }
  }

  private mutating func read(_ property: PropertyFacts, in scope: Scope, depth: Int) {
    let name = Expression(kind: .name(property.name, []), position: property.position)
    if let value = property.value {
      read(value, [:], in: scope, depth: depth)
    } else if let body = property.accessors.first {
      read(body, of: name, in: scope, depth: depth)
    } else {
      unread(name, scope)
    }
  }

  /// Reads the result of a body that builds a list step by step.
  private mutating func read(
    _ body: [Statement], of name: Expression, in scope: Scope, depth: Int
  ) {
    var locals: Locals = [:]
    var hasResult = false
    for statement in body {
      switch statement {
      case .binding(let binding) where binding.isWhole && binding.names.count == 1:
        locals[binding.names[0]] = binding.value.map { [$0] } ?? []
      case .expression(let value) where body.count == 1:
        hasResult = true
        read(value, locals, in: scope, depth: depth)
      case .expression(let value):
        guard let (list, added) = value.addition, locals[list] != nil else {
          return unread(name, scope)
        }
        locals[list]?.append(added)
      case .result(let value?):
        hasResult = true
        read(value, locals, in: scope, depth: depth)
      default: return unread(name, scope)
      }
    }
    if !hasResult { unread(name, scope) }
  }

  private mutating func read(
    _ value: Expression, _ locals: Locals, in scope: Scope, depth: Int
  ) {
    guard depth < Self.limit else { return unread(value, scope) }
    if isElement(value) { return elements.append(Element(value: value, scope: scope)) }
    switch value.kind {
    case .list(let parts):
      for part in parts { read(part, locals, in: scope, depth: depth + 1) }
    case .operation(let parts, let operators) where operators.allSatisfy { $0 == "+" }:
      for part in parts { read(part, locals, in: scope, depth: depth + 1) }
    case .cast(let inner, _), .attempt(let inner, _):
      read(inner, locals, in: scope, depth: depth + 1)
    case .call where ContainerLists.takesModels(value):
      for part in ContainerLists.modelArguments(of: value) {
        read(part, locals, in: scope, depth: depth + 1)
      }
    case .call(let callee, let arguments): read(callee, arguments, value, in: scope, depth: depth)
    case .name(let name, _) where locals[name] != nil:
      for part in locals[name] ?? [] {
        // The value of a local name can refer only to other local names.
        read(part, locals.filter { $0.key != name }, in: scope, depth: depth + 1)
      }
    case .name(let name, _), .member(nil, let name):
      let own = Expression(kind: .name(name, []), position: value.position)
      let places = [scope, Scope(file: scope.file, type: owner)].distinct
      let found = places.compactMap { constants.property(named: own, in: $0) }
      guard let (property, home) = found.first else { return unread(value, scope) }
      read(property, in: home, depth: depth + 1)
    case .member:
      guard let (property, home) = constants.property(named: value, in: scope) else {
        return unread(value, scope)
      }
      read(property, in: home, depth: depth + 1)
    default: unread(value, scope)
    }
  }

  /// Reads an empty list, or the result of a function without parameters.
  private mutating func read(
    _ callee: Expression, _ arguments: [Argument], _ call: Expression, in scope: Scope, depth: Int
  ) {
    switch callee.kind {
    case .type(.array) where arguments.isEmpty: break
    case .closure(let closure) where arguments.isEmpty:
      read(closure.body, of: call, in: scope, depth: depth + 1)
    case .name(let name, _) where arguments.isEmpty, .member(_, let name) where arguments.isEmpty:
      guard let (function, home) = function(named: name, callee, in: scope) else {
        return unread(call, scope)
      }
      let name = Expression(kind: .name(name, []), position: function.position)
      read(function.statements, of: name, in: home, depth: depth + 1)
    default: unread(call, scope)
    }
  }

  /// A function without parameters, in the named or surrounding type, or outside all types.
  private func function(
    named name: String, _ callee: Expression, in scope: Scope
  ) -> (FunctionFacts, Scope)? {
    var owners = [scope.type, owner].compactMap(\.self)
    if case .member(let base?, _) = callee.kind, base.text != "Self", base.text != "self" {
      guard let written = base.writtenType,
        case .declared(let id) = program.resolve(written, in: scope)
      else { return nil }
      owners = [id]
    }
    for owner in owners {
      for part in program[owner].parts {
        if let found = part.members.functions.first(where: { $0.isPlain(name) }) {
          return (found, Scope(file: part.file, type: owner))
        }
      }
    }
    guard case .name = callee.kind else { return nil }
    return (program.named.functions[name] ?? []).seen(from: scope.file)
      .map { ($0.facts, Scope(file: $0.file)) }
  }

  private mutating func unread(_ value: Expression, _ scope: Scope) {
    unread.append(Element(value: value, scope: scope))
  }
}

extension FunctionFacts {
  fileprivate func isPlain(_ name: String) -> Bool { self.name == name && parameters.isEmpty }
}

extension Expression {
  /// The list and the value of an addition: `stages.append(first)`, `stages += more`.
  fileprivate var addition: (name: String, added: Expression)? {
    switch kind {
    case .call(let callee, let arguments):
      guard case .member(let base?, "append") = callee.kind, case .name(let name, _) = base.kind,
        arguments.count == 1
      else { return nil }
      return (name, arguments[0].value)
    case .assignment(let target, let value, isCompound: true):
      guard case .name(let name, _) = target.kind else { return nil }
      return (name, value)
    default: return nil
    }
  }
}
