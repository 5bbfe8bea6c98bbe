/// The places where names of types are written, outside the types themselves.
///
/// Only names are compared, not their meanings. Names after `is` and in the patterns of a `switch` are left
/// out, because code with objects of a type names the type elsewhere too.
struct WrittenNames {
  private let program: SourceProgram
  /// The searched names.
  private let wanted: Set<String>
  private let countsAliases: Bool
  /// The types whose braces contain each name; nil outside all types.
  private var owners: [String: Set<SourceProgram.TypeID?>] = [:]

  /// Finds the names of types in the declarations and the code of a program.
  ///
  /// With `onlyReleased`, names in tests, previews and lists of containers in memory are left out. Without
  /// `countsAliases`, type aliases are left out, because an alias alone makes no object.
  init(
    of types: [SourceProgram.TypeID], _ flow: ProgramFlow, onlyReleased: Bool = false,
    countsAliases: Bool = true
  ) {
    (program, self.countsAliases) = (flow.program, countsAliases)
    wanted = Set(types.map { flow.program[$0].facts.name })
    for id in program.allTypes where !onlyReleased || !program.isTried(id) {
      for part in program[id].parts {
        for type in part.inherited { add(type, id) }
        add(part.members, id)
      }
    }
    for (place, file) in program.files.enumerated() where !onlyReleased || !program.isTest(place) {
      add(file.members, nil)
      for part in file.extensions { add(part.members, nil) }
    }
    for function in flow.code where function.mentions(anyOf: wanted) {
      if onlyReleased, function.isTest || function.isForShow { continue }
      let body = function.facts.statements
      add(body, function.owner, except: onlyReleased ? MemoryContainers(body).places : [])
    }
  }

  /// Whether a type is named outside its own braces.
  func contains(_ id: SourceProgram.TypeID) -> Bool {
    (owners[program[id].facts.name] ?? []).contains { owner in
      guard let owner else { return true }
      return owner != id && !program.isInside(owner, anyOf: [id])
    }
  }

  /// Whether a type is named outside its own braces and the braces of some other types.
  func contains(
    _ id: SourceProgram.TypeID, outside others: Set<SourceProgram.TypeID>
  ) -> Bool {
    (owners[program[id].facts.name] ?? []).contains { owner in
      owner.map { !program.isInside($0, anyOf: others.union([id])) && !others.contains($0) } ?? true
    }
  }

  private mutating func add(_ members: Members, _ owner: SourceProgram.TypeID?) {
    for property in members.properties { property.type.map { add($0, owner) } }
    if countsAliases { for alias in members.aliases { add(alias.type, owner) } }
    for item in members.cases {
      for value in item.payload { add(value.type, owner) }
    }
    for function in members.functions {
      for parameter in function.parameters { add(parameter.type, owner) }
      function.result.map { add($0, owner) }
    }
    for macro in members.macros {
      for type in macro.types { add(type, owner) }
      add(macro.arguments.map { .expression($0.value) }, owner)
    }
  }

  private mutating func add(_ name: String, _ owner: SourceProgram.TypeID?) {
    if wanted.contains(name) { owners[name, default: []].insert(owner) }
  }

  private mutating func add(_ type: WrittenType, _ owner: SourceProgram.TypeID?) {
    switch type {
    case .named(let path):
      for component in path {
        add(component.name, owner)
        for argument in component.arguments { add(argument, owner) }
      }
    case .optional(let inner), .array(let inner): add(inner, owner)
    case .dictionary(let key, let value):
      add(key, owner)
      add(value, owner)
    // Tuples, functions and existentials are kept as text.
    case .other(let text):
      for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        add(String(word), owner)
      }
    }
  }

  private mutating func add(
    _ body: [Statement], _ owner: SourceProgram.TypeID?, except places: Set<Position> = []
  ) {
    var types: [WrittenType] = []
    var names: Set<String> = []
    CodeWalk(
      statement: { statement in
        switch statement {
        case .binding(let binding), .iteration(let binding, _):
          types += [binding.type].compactMap(\.self)
        case .function(let facts):
          types += facts.parameters.map(\.type) + [facts.result].compactMap(\.self)
        case .expression, .conditional, .requirement, .selection, .repetition, .attempt,
          .deferred, .result, .exit:
          break
        }
      },
      expression: { expression in
        if places.contains(expression.position) { return false }
        switch expression.kind {
        case .name(let name, let arguments):
          names.insert(name)
          types += arguments
        case .member(_, let name): names.insert(name)
        case .type(let type), .cast(_, let type): types.append(type)
        case .closure(let closure): types += closure.types.compactMap(\.self)
        case .keyPath(let root, _): types += [root].compactMap(\.self)
        case .macro(let macro): types += macro.types
        case .literal, .nothing, .call, .element, .list, .pairs, .tuple, .choice, .assignment,
          .branches, .attempt, .operation:
          break
        }
        return true
      }
    ).go(through: body)
    for name in names { add(name, owner) }
    for type in types { add(type, owner) }
  }
}
