/// Reads the stages of a migration plan wherever the files spell them out.
///
/// ```swift
/// static var stages: [MigrationStage] { Steps.all + [last] }  // those of both constants
/// ```
struct StageReader {
  /// Somewhere in the files.
  struct Place: Hashable, Sendable {
    var position: Position
    var file: Int
  }

  /// The stages, in the order of the list.
  private(set) var stages: [MigrationPlanFacts.Stage] = []
  /// Where something stands that could not be read.
  private(set) var unread: [Place] = []
  private let program: SourceProgram
  private let constants: SourceConstants
  private let plan: SourceProgram.TypeID

  /// A chain of constants that never ends stops at this length.
  private static let limit = 16

  /// The stages of a plan.
  init(_ plan: SourceProgram.TypeID, in program: SourceProgram) {
    self.program = program
    self.plan = plan
    constants = SourceConstants(program: program)
    for part in program[plan].parts {
      guard let property = part.members.properties.first(where: { $0.name == "stages" }) else {
        continue
      }
      read(property, in: Scope(file: part.file, type: plan), depth: 0)
      return
    }
    unread.append(Place(position: program[plan].facts.position, file: program[plan].file))
  }

  /// The expressions that the names in a body stand for, one after the other.
  private typealias Locals = [String: [Expression]]

  private mutating func read(_ property: PropertyFacts, in scope: Scope, depth: Int) {
    let place = Place(position: property.position, file: scope.file)
    if let value = property.value {
      read(value, [:], in: scope, depth: depth)
    } else if let body = property.accessors.first {
      read(body.statements, at: place, in: scope, depth: depth)
    } else {
      unread.append(place)
    }
  }

  /// What a body returns that makes a list step by step.
  private mutating func read(
    _ body: [Statement], at place: Place, in scope: Scope, depth: Int
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
        guard let (name, added) = value.addition, locals[name] != nil else {
          return unread.append(place)
        }
        locals[name]?.append(added)
      case .result(let value?):
        hasResult = true
        read(value, locals, in: scope, depth: depth)
      default: return unread.append(place)
      }
    }
    if !hasResult { unread.append(place) }
  }

  private mutating func read(
    _ value: Expression, _ locals: Locals, in scope: Scope, depth: Int
  ) {
    guard depth < Self.limit else { return unread(value, scope) }
    switch value.kind {
    case .list(let parts):
      for part in parts { read(part, locals, in: scope, depth: depth + 1) }
    case .operation(let parts, let operators) where operators.allSatisfy { $0 == "+" }:
      for part in parts { read(part, locals, in: scope, depth: depth + 1) }
    case .cast(let inner, _): read(inner, locals, in: scope, depth: depth + 1)
    case .call(let callee, let arguments): read(callee, arguments, value, in: scope, depth: depth)
    case .name(let name, _) where locals[name] != nil:
      for part in locals[name] ?? [] {
        // What the name stands for is made of others at most.
        read(part, locals.filter { $0.key != name }, in: scope, depth: depth + 1)
      }
    case .name(let name, _), .member(nil, let name):
      let own = Expression(kind: .name(name, []), position: value.position)
      let places = [scope, Scope(file: scope.file, type: plan)]
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

  /// A stage, an empty list, or what a function without parameters gives.
  private mutating func read(
    _ callee: Expression, _ arguments: [Argument], _ call: Expression, in scope: Scope, depth: Int
  ) {
    switch callee.kind {
    case .member(_, let kind) where kind == "lightweight" || kind == "custom":
      add(arguments, call, isLightweight: kind == "lightweight", in: scope)
    case .type(.array) where arguments.isEmpty: break
    case .name(let name, _) where arguments.isEmpty, .member(_, let name) where arguments.isEmpty:
      guard let (function, home) = function(named: name, callee, in: scope) else {
        return unread(call, scope)
      }
      let place = Place(position: function.position, file: home.file)
      read(function.statements, at: place, in: home, depth: depth + 1)
    default: unread(call, scope)
    }
  }

  private mutating func add(
    _ arguments: [Argument], _ call: Expression, isLightweight: Bool, in scope: Scope
  ) {
    func version(_ label: String) -> SourceProgram.TypeID? {
      let value = arguments.first { $0.label == label }?.value
      return value.flatMap { program.type(named: $0, in: scope) }
    }
    let stage = MigrationPlanFacts.Stage(
      isLightweight: isLightweight, source: version("fromVersion"), target: version("toVersion"),
      position: call.position, file: scope.file, owner: scope.type ?? plan,
      handlers: handlers(in: arguments))
    if stage.source == nil || stage.target == nil { unread(call, scope) }
    stages.append(stage)
  }

  /// The closures by their labels: a closure behind the call without one is the first that is not
  /// given before.
  private func handlers(in arguments: [Argument]) -> [Argument] {
    let labels = ["willMigrate", "didMigrate"]
    let given = Set(arguments.compactMap(\.label))
    return arguments.compactMap { argument in
      guard let label = argument.label else {
        return Argument(
          label: labels.first { !given.contains($0) } ?? labels[1], value: argument.value)
      }
      return labels.contains(label) ? argument : nil
    }
  }

  /// A function without parameters by its name, in the type that is named or around, or outside all.
  private func function(
    named name: String, _ callee: Expression, in scope: Scope
  ) -> (FunctionFacts, Scope)? {
    var owners = [scope.type, plan].compactMap(\.self)
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
    let found = program.files.indices.compactMap { file in
      program.files[file].members.functions.first { $0.isPlain(name) }
        .map { ($0, Scope(file: file)) }
    }
    return found.first { $0.1.file == scope.file } ?? (found.count == 1 ? found[0] : nil)
  }

  private mutating func unread(_ value: Expression, _ scope: Scope) {
    unread.append(Place(position: value.position, file: scope.file))
  }
}

extension FunctionFacts {
  fileprivate func isPlain(_ name: String) -> Bool { self.name == name && parameters.isEmpty }
}

extension Expression {
  /// The name of a list, and what a statement adds to it: `stages.append(first)`, `stages += more`.
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
