extension FlowAnalysis {
  /// Keeps following objects that a view puts into a property of its own, `@State var draft: Book?`,
  /// or an object of a class into one that nothing observes.
  ///
  /// They are followed to the end of the closure in which that happens, and no further than to a
  /// method of the view or another closure: when these are carried out, nobody can tell. Whoever knows
  /// an object of a class may do something with what it has, whatever is called.
  mutating func holdInState(_ value: FlowValue, _ target: Expression) -> Bool {
    guard let name = stateName(target), state.isFresh(value), !value.isCollection else {
      return false
    }
    var value = value
    value.text = target.text
    value.type = value.type?.unwrapped
    for object in value.objects where objectNames[object] == nil { objectNames[object] = name }
    state.heldInState[name] = value.objects
    state.names[name] = value
    return true
  }

  /// Lets go of what a view keeps: somebody else may have it in hand from here on.
  mutating func releaseState() {
    for (name, objects) in state.heldInState.sorted(by: { $0.key < $1.key }) {
      escape(FlowValue(objects: objects))
      state.names[name] = nil
    }
    state.heldInState = [:]
  }

  /// The property of the view's own that an assignment sets, unless a name of the function hides it.
  private func stateName(_ target: Expression) -> String? {
    let name: String
    switch target.kind {
    case .name(let found, _):
      guard state.names[found] == nil || state.heldInState[found] != nil else { return nil }
      name = found
    case .member(let base?, let found) where base.text == "self": name = found
    default: return nil
    }
    guard let owner = function.owner, let property = flow.propertyFacts(name, of: owner) else {
      return nil
    }
    if property.attributes.contains(where: { $0.name == "State" }) { return name }
    let isPlain =
      property.isStored && !property.isStatic && !property.isObserved && property.attributes.isEmpty
    return isOfClass && isPlain ? name : nil
  }

  /// Whether it is the method of a class that is no model.
  var isOfClass: Bool {
    guard let owner = function.owner, !function.facts.isStatic else { return false }
    return flow.program[owner].facts.kind == .class && !flow.models.contains(owner)
  }
}
