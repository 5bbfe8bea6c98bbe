/// A traced object in one function: one for each place that makes objects, and for each object parameter.
struct FlowObject: Hashable, Sendable {
  /// The number of the object in the function.
  var number: Int
}

/// The facts about an object in a function.
struct TracedObject: Sendable {
  /// The origins of objects.
  enum Origin: Hashable, Sendable {
    /// Made by the function.
    case made(SourceProgram.TypeID)
    /// The object of the method, or the new object of an initializer.
    case itself
    /// The argument of a parameter, by the index of the parameter.
    case parameter(Int)
    /// An object from outside, found in a context or by a helper.
    case found
  }

  /// An insertion by name, not only along with other objects.
  struct Insertion: Hashable, Sendable {
    /// The place.
    var position: Position
    /// The context, if known.
    var context: ContextIdentity?
  }

  /// The origin of the object.
  var origin: Origin
  /// The number of decisions in the code before the object was made.
  var questions = 0
  /// The name of the object, if it has one.
  var name: String?
  /// The insertions of the object by name.
  var insertions: [Insertion] = []
  /// The places that read its identifier for a model, another context or actor, or a file.
  var identifierReads: [Position] = []
  /// Whether the object is inserted on at least one path, by name or along with others.
  var isInserted = false
  /// Whether other code gets the object on at least one path.
  var isEscaped = false
  /// Whether the object is passed to a struct such as a view.
  var isShown = false
  /// Whether the object is returned on at least one path.
  var isReturned = false
  /// The objects that this one is related to.
  var related: Set<FlowObject> = []
  /// Whether the object is related to an unknown object, which may be stored.
  var isRelatedToUnknown = false

  /// The class of an object that the function makes; nil for other objects.
  var model: SourceProgram.TypeID? { if case .made(let model) = origin { model } else { nil } }
}

/// All objects in the flow of one function.
struct TracedObjects: Sendable {
  private var objects: [TracedObject] = []

  /// All objects, in the order of their creation.
  var all: [FlowObject] { objects.indices.map(FlowObject.init) }

  /// The facts about an object.
  subscript(object: FlowObject) -> TracedObject {
    get { objects[object.number] }
    set { objects[object.number] = newValue }
  }

  /// Adds an object.
  mutating func add(_ object: TracedObject) -> FlowObject {
    objects.append(object)
    return FlowObject(number: objects.count - 1)
  }

  /// Relates objects to one another.
  mutating func relate(_ first: Set<FlowObject>, to second: Set<FlowObject>) {
    for object in first { self[object].related.formUnion(second) }
    for object in second { self[object].related.formUnion(first) }
  }

  /// The given objects, and all objects related to them.
  func connected(to first: Set<FlowObject>) -> Set<FlowObject> {
    first.closure { self[$0].related }
  }
}
