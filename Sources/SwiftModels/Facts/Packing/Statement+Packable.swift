extension Statement: Packable {
  private enum Tag: UInt8 {
    case expression, binding, function, conditional, requirement, selection, iteration
    case repetition, attempt, deferred, result, exit
  }

  func pack(into packing: inout Packing) {
    switch self {
    case .expression(let value):
      packing.put(tag: Tag.expression)
      packing.put(value)
    case .binding(let binding):
      packing.put(tag: Tag.binding)
      packing.put(binding)
    case .function(let function):
      packing.put(tag: Tag.function)
      packing.put(function)
    case .conditional(let conditions, let then, let otherwise):
      packing.put(tag: Tag.conditional)
      packing.put(conditions)
      packing.put(then)
      packing.put(otherwise)
    case .requirement(let conditions, let otherwise):
      packing.put(tag: Tag.requirement)
      packing.put(conditions)
      packing.put(otherwise)
    case .selection(let subject, let cases):
      packing.put(tag: Tag.selection)
      packing.put(subject)
      packing.put(cases)
    case .iteration(let binding, let body):
      packing.put(tag: Tag.iteration)
      packing.put(binding)
      packing.put(body)
    case .repetition(let conditions, let body, let isAtLeastOnce):
      packing.put(tag: Tag.repetition)
      packing.put(conditions)
      packing.put(body)
      packing.put(isAtLeastOnce)
    case .attempt(let body, let handlers):
      packing.put(tag: Tag.attempt)
      packing.put(body)
      packing.put(handlers)
    case .deferred(let body):
      packing.put(tag: Tag.deferred)
      packing.put(body)
    case .result(let value):
      packing.put(tag: Tag.result)
      packing.put(value)
    case .exit(let exit):
      packing.put(tag: Tag.exit)
      packing.put(exit == .function)
    }
  }

  init(from unpacking: inout Unpacking) {
    self =
      switch unpacking.tag() as Tag {
      case .expression: .expression(unpacking.take())
      case .binding: .binding(unpacking.take())
      case .function: .function(unpacking.take())
      case .conditional: .conditional(unpacking.take(), unpacking.take(), unpacking.take())
      case .requirement: .requirement(unpacking.take(), unpacking.take())
      case .selection: .selection(unpacking.take(), unpacking.take())
      case .iteration: .iteration(unpacking.take(), unpacking.take())
      case .repetition:
        .repetition(unpacking.take(), unpacking.take(), isAtLeastOnce: unpacking.take())
      case .attempt: .attempt(unpacking.take(), unpacking.take())
      case .deferred: .deferred(unpacking.take())
      case .result: .result(unpacking.take())
      case .exit: .exit(unpacking.take() ? .function : .scope)
      }
  }
}

extension Statement.Case: Packable {
  func pack(into packing: inout Packing) {
    packing.put(pattern)
    packing.put(body)
  }

  init(from unpacking: inout Unpacking) {
    self.init(pattern: unpacking.take(), body: unpacking.take())
  }
}

extension Pattern: Packable {
  func pack(into packing: inout Packing) {
    packing.put(names)
    packing.put(isWhole)
    packing.put(enumCase)
    packing.put(type)
  }

  init(from unpacking: inout Unpacking) {
    self.init(
      names: unpacking.take(), isWhole: unpacking.take(), enumCase: unpacking.take(),
      type: unpacking.take())
  }
}

extension Condition: Packable {
  func pack(into packing: inout Packing) {
    switch self {
    case .expression(let value):
      packing.put(true)
      packing.put(value)
    case .binding(let binding):
      packing.put(false)
      packing.put(binding)
    }
  }

  init(from unpacking: inout Unpacking) {
    self = unpacking.take() ? .expression(unpacking.take()) : .binding(unpacking.take())
  }
}

extension Binding: Packable {
  func pack(into packing: inout Packing) {
    packing.put(pattern)
    packing.put(type)
    packing.put(value)
    packing.put(position)
  }

  init(from unpacking: inout Unpacking) {
    self.init(
      pattern: unpacking.take(), type: unpacking.take(), value: unpacking.take(),
      position: unpacking.take())
  }
}
