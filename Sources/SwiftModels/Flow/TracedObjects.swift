/// An object in the flow of one function: one for each place that makes objects, one for each
/// parameter that is an object.
struct FlowObject: Hashable, Sendable {
  /// Its number in the function.
  var number: Int
}

/// An object, with all that happens to it anywhere in a function.
struct TracedObject: Sendable {
  /// Where an object comes from.
  enum Origin: Hashable, Sendable {
    /// The function makes it.
    case made(SourceProgram.TypeID)
    /// It is the object whose method the function is, or that an initializer makes.
    case itself
    /// The callers pass it for a parameter, by its place.
    case parameter(Int)
    /// It was there before, and is found in a context or by a helper.
    case found
  }

  /// A place at which it is inserted by name, and not only along with others.
  struct Insertion: Hashable, Sendable {
    /// The place.
    var position: Position
    /// The context, where it is known.
    var context: ContextIdentity?
  }

  /// Where it comes from.
  var origin: Origin
  /// The number of questions that the code had asked by then.
  var questions = 0
  /// Its name, if it has one.
  var name: String?
  /// Where it is inserted.
  var insertions: [Insertion] = []
  /// Where its identifier is read that a model keeps, another context or actor gets, or a file.
  var identifierReads: [Position] = []
  /// Whether it is inserted on some way, be it along with others.
  var isInserted = false
  /// Whether somebody else gets it in hand on some way.
  var isEscaped = false
  /// Whether somebody else is shown it, in a struct such as a view.
  var isShown = false
  /// Whether it is returned on some way.
  var isReturned = false
  /// The objects that it is related to.
  var related: Set<FlowObject> = []
  /// Whether it is related to an object that the function knows nothing of, and that may be stored.
  var isRelatedToUnknown = false

  /// The class of an object that the function makes.
  var model: SourceProgram.TypeID? { if case .made(let model) = origin { model } else { nil } }
}

/// All objects in the flow of one function.
struct TracedObjects: Sendable {
  private var objects: [TracedObject] = []

  /// Every object, in the order in which they were met.
  var all: [FlowObject] { objects.indices.map(FlowObject.init) }

  /// An object, with all that happens to it.
  subscript(object: FlowObject) -> TracedObject {
    get { objects[object.number] }
    set { objects[object.number] = newValue }
  }

  /// Adds an object.
  mutating func add(_ object: TracedObject) -> FlowObject {
    objects.append(object)
    return FlowObject(number: objects.count - 1)
  }

  /// Objects are related to one another.
  mutating func relate(_ first: Set<FlowObject>, to second: Set<FlowObject>) {
    for object in first { self[object].related.formUnion(second) }
    for object in second { self[object].related.formUnion(first) }
  }

  /// Objects, and all that they are related to.
  func connected(to first: Set<FlowObject>) -> Set<FlowObject> {
    var group: Set<FlowObject> = []
    var pending = first
    while let object = pending.popFirst() {
      if group.insert(object).inserted { pending.formUnion(self[object].related) }
    }
    return group
  }
}
