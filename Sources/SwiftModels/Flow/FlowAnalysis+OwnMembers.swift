/// The model objects that the properties of a function's own type have, where that is no model.
///
/// Whether they are inserted is known to whoever made the object that has them, as it is of what is
/// passed for a parameter.
struct OwnMembers: Sendable {
  private(set) var objects: [String: FlowObject] = [:]
  private var names: [FlowObject: String] = [:]
  /// The properties that are set here, so that nothing is known of their objects any more.
  var lost: Set<String> = []
  /// Whether somebody else has the object in hand whose properties they are.
  var areLost = false

  /// The property that has an object.
  func name(of object: FlowObject) -> String? { names[object] }

  /// A property has an object.
  mutating func add(_ object: FlowObject, _ name: String) {
    objects[name] = object
    names[object] = name
  }
}

extension FlowAnalysis {
  /// What a property of the function's type has, where that is one object.
  mutating func memberValue(_ name: String) -> FlowValue? {
    guard !members.areLost, !members.lost.contains(name), !function.facts.isStatic,
      !function.isInitializer, let owner = function.owner, let model = heldModel(name, of: owner)
    else { return nil }
    let object = members.objects[name] ?? makeMember(name)
    return FlowValue(objects: [object], type: model, text: name)
  }

  private mutating func makeMember(_ name: String) -> FlowObject {
    let object = makeObject()
    members.add(object, name)
    objectNames[object] = name
    state.standings[object] = .given
    return object
  }

  /// The type of a stored property that has one model object, of a type that is no model itself.
  private func heldModel(_ name: String, of owner: SourceProgram.TypeID) -> SwiftType? {
    guard !flow.models.contains(owner), [.struct, .class].contains(flow.program[owner].facts.kind),
      let property = flow.propertyFacts(name, of: owner), property.isStored,
      property.attributes.isEmpty, let type = flow.propertyType(name, of: owner),
      isModel(type.unwrapped)
    else { return nil }
    return type
  }

  /// Whether a value is the object whose method this is.
  func isItself(_ value: FlowValue) -> Bool { value.text == "self" && function.owner != nil }

  /// Somebody else gets the object in hand whose properties they are.
  mutating func loseMembers() {
    members.areLost = true
    escape(FlowValue(objects: Set(members.objects.values)))
  }

  /// A property of the function's type is set, so that its object is another one from here on.
  mutating func loseMember(_ target: Expression) {
    guard let name = memberName(target) else { return }
    // What observes it may do something with what the others have.
    let isObserved = function.owner.flatMap { flow.propertyFacts(name, of: $0) }?.isObserved
    if isOfClass, isObserved ?? true { releaseState() }
    if let object = members.objects[name] { escape(FlowValue(objects: [object])) }
    members.lost.insert(name)
  }

  /// The property of the function's type that an expression spells.
  private func memberName(_ target: Expression) -> String? {
    switch target.kind {
    case .name(let name, _) where state.names[name] == nil: name
    case .member(let base?, let name) where base.text == "self": name
    default: nil
    }
  }

  /// Notes what callers have to know of the properties.
  mutating func noteMembers() {
    summary.losesMembers = members.areLost
    summary.lostMembers = members.lost
    for (name, object) in members.objects {
      if everInserted.contains(object), state.standing(object) == .inserted {
        summary.insertedMembers.insert(name)
      } else if everEscaped.contains(object) || everInserted.contains(object) {
        summary.lostMembers.insert(name)
      }
    }
  }

  // MARK: Those of other objects

  /// A property of another object is set: from here on nothing is known of what that object has.
  mutating func loseField(_ target: Expression) {
    guard case .member(let base?, _) = target.kind, case let value = evaluate(base),
      !value.fields.isEmpty
    else { return }
    loosen(value.held)
    base.text.map { state.names[$0]?.fields = [:] }
  }

  /// What the properties of an object have that is made here and is no model.
  ///
  /// That is known where no initializer is written: what is passed, and what is declared.
  mutating func fields(
    of id: SourceProgram.TypeID, _ arguments: [Argument], _ values: [FlowValue]
  ) -> [String: FlowValue] {
    guard [.struct, .class].contains(flow.program[id].facts.kind),
      flow.program.superclass(of: id) == nil,
      flow.functions.members(named: "init", of: id).isEmpty
    else { return [:] }
    var fields: [String: FlowValue] = [:]
    for (argument, value) in zip(arguments, values) where !value.objects.isEmpty {
      guard let name = argument.label, heldModel(name, of: id) != nil else { continue }
      fields[name] = value
    }
    for part in flow.program[id].parts {
      let scope = Scope(file: part.file, type: id)
      for property in part.members.properties where fields[property.name] == nil {
        guard !arguments.contains(where: { $0.label == property.name }),
          let type = heldModel(property.name, of: id),
          case .call(let callee, let passed)? = property.value?.kind, passed.isEmpty,
          let written = callee.writtenType,
          case .declared(let model) = flow.program.resolve(written, in: scope),
          type.unwrapped == .declared(model)
        else { continue }
        let object = makeObject(of: model)
        objectNames[object] = property.name
        fields[property.name] = FlowValue(objects: [object], type: .declared(model))
      }
    }
    return fields
  }
}
