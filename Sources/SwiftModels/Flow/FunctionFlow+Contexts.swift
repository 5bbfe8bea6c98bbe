extension FunctionFlow {
  /// Follows a call of a method of a context, and returns its value.
  mutating func callContext(
    _ name: String, _ context: FlowValue, _ arguments: [Argument], at position: Position
  ) -> FlowValue {
    hasContext = true
    noteAttempt(name, context)
    let isOwn = arguments.count == 1 && arguments[0].label == nil
    if !isOwn, let found = index.contextMethod(named: name, taking: arguments) {
      return callKnown(found, itself: nil, arguments, at: position)
    }
    switch (name, arguments.first) {
    case ("insert", let first?) where isOwn:
      contextUse.changes.append(position)
      insert(evaluate(first.value).objects, into: context.context, at: position)
      return .unknown
    case ("fetch", let first?): return fetched(evaluate(first.value), from: context.context)
    case ("enumerate", let first?):
      let list = fetched(evaluate(first.value), from: context.context)
      for closure in arguments.compactMap(\.value.closure) {
        forEach(list) { _ = $0.runBody(of: closure, [list.element]) }
      }
      return .unknown
    case ("model", let first?) where first.label == "for",
      ("registeredModel", let first?) where first.label == "for":
      let identifier = evaluate(first.value)
      if context.context.map({ isElsewhere(identifier, than: $0) }) ?? false { send(identifier) }
      return FlowValue(objects: [foundObject(in: context.context)])
    case ("delete", let first?):
      contextUse.changes.append(position)
      contextUse.deleted[position] = index.models.model(evaluate(first.value).type)
      return .unknown
    case ("save", _), ("transaction", _): contextUse.saves.append(position)
    case ("rollback", _): contextUse.isRolledBack = true
    default: break
    }
    return callUnknown(name, arguments)
  }

  /// Whether an identifier belongs to an object of another context.
  private func isElsewhere(_ identifier: FlowValue, than context: ContextIdentity) -> Bool {
    identifier.identifiers.contains { read in
      state.contexts[read.object]?.mayBeOther(than: context) ?? false
    }
  }

  /// Notes a call behind `try?` or `try!`.
  private mutating func noteAttempt(_ name: String, _ context: FlowValue) {
    let throwing: Set = [
      "save", "fetch", "fetchCount", "fetchIdentifiers", "enumerate", "transaction", "count",
    ]
    guard let attempt = body.attempt, throwing.contains(name) else { return }
    contextUse.attempts.append(
      ContextUse.Attempt(
        name: name, context: context.text == "self" ? nil : context.text,
        isForced: attempt.isForced, position: attempt.position))
  }

  // MARK: Identity of contexts

  /// Whether a name is a usual one for contexts, or the name of a context property of the function's type.
  mutating func isContextName(_ name: String) -> Bool {
    let names: Set = [
      "context", "modelContext", "mainContext", "viewContext", "managedObjectContext",
    ]
    let isContext =
      names.contains(name) || index.isContextOfViews(name, of: function.owner)
      || function.owner.map { index.keeper(ofContext: name, seenFrom: $0) != nil } ?? false
    if isContext { hasContext = true }
    return isContext
  }

  /// The context that a name or a path of names stands for: `context`, `self.context`, `Library.background`.
  func identity(ofName text: String) -> ContextIdentity {
    let (base, name) = text.splitAtLastDot
    if let base, base != "self" {
      return sharedKeeper(name, spelled: base).map { .kept(by: $0, name) } ?? .named(text)
    }
    // A local name hides the property.
    guard base != nil || state.names[name] == nil, let owner = function.owner,
      !function.facts.parameters.contains(where: { base == nil && $0.name == name }),
      let keeper = index.keeper(ofContext: name, seenFrom: owner)
    else { return .named(text) }
    return .kept(by: keeper, name)
  }

  /// Whether a type keeps a shared context in a property of this name.
  func isSharedContext(_ name: String, spelled type: String?) -> Bool {
    type.flatMap { sharedKeeper(name, spelled: $0) } != nil
  }

  private func sharedKeeper(_ name: String, spelled type: String) -> SourceProgram.TypeID? {
    let id: SourceProgram.TypeID?
    if type == "Self" {
      id = function.owner
    } else if state.names[type] == nil, type.first?.isUppercase == true,
      case .declared(let found) = index.program.resolve(
        .named(type.split(separator: ".").map { .init(name: String($0)) }), in: scope)
    {
      id = found
    } else {
      id = nil
    }
    return id.flatMap { index.keeper(ofContext: name, seenFrom: $0, isShared: true) }
  }

  /// Whether a property is computed, and makes a new context each time.
  mutating func makesContextEachTime(_ name: String, of owner: SourceProgram.TypeID) -> Bool {
    let getters = index.functions.members(named: name, of: owner)
    guard getters.count == 1, index.functions[getters[0]].facts.parameters.isEmpty,
      let facts = index.propertyFacts(name, of: owner), !facts.isStored, facts.value == nil
    else { return false }
    return summary(of: getters[0])?.returned == .newContext
  }

  // MARK: Fetches

  /// The list that a descriptor fetches; without a written class, the predicate names the class.
  mutating func descriptor(of written: WrittenType?, _ arguments: [Argument]) -> FlowValue {
    var model = written
    for argument in arguments {
      if case .macro(let macro) = argument.value.kind { model = model ?? macro.types.first }
      _ = evaluate(argument.value)
    }
    return FlowValue(type: model.map { .array(resolved($0)) })
  }

  private mutating func fetched(
    _ descriptor: FlowValue, from context: ContextIdentity?
  ) -> FlowValue {
    // One traced object stands for all fetched objects.
    let isModel = index.models.model(descriptor.type) != nil
    return FlowValue(
      objects: isModel ? [foundObject(in: context)] : [], type: descriptor.type)
  }

  // MARK: Links

  /// Notes a link, and whether it connects two contexts.
  mutating func noteLink(
    _ owner: FlowValue, _ properties: [String], to values: [FlowValue], at position: Position
  ) {
    contextUse.changes.append(position)
    for (property, value) in zip(properties, values) {
      let isNew = owner.objects.union(value.objects).contains { objects[$0].model != nil }
      contextUse.links.append(
        ContextUse.Link(
          owner: owner.type?.declaration, property: property, hasNewObject: isNew,
          position: position))
      guard let first = context(of: owner), let second = context(of: value),
        first.mayBeOther(than: second)
      else { continue }
      contextUse.crossings.append(
        ContextUse.Crossing(property: property, contexts: [first, second], position: position))
    }
  }

  /// The common context of all objects of a value; nil if it is not known.
  private func context(of value: FlowValue) -> ContextIdentity? {
    let contexts = Set(value.objects.map { state.contexts[$0] })
    return contexts.count == 1 ? contexts.first ?? nil : nil
  }
}

extension String {
  /// The text before the last dot, if there is a dot, and the text after it.
  fileprivate var splitAtLastDot: (base: String?, name: String) {
    guard let dot = lastIndex(of: ".") else { return (nil, self) }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
