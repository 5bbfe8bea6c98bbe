/// A place at which objects are related, at least one of them before it is inserted.
struct RelationEvent: Hashable, Sendable {
  /// The way in which they are related.
  enum Way: Hashable, Sendable {
    /// An initializer takes the other object.
    case initializer(model: SourceProgram.TypeID, taken: [Taken])
    /// A property is set.
    case assignment
    /// A to-many gets a further object.
    case addition
    /// A function does it: its name.
    case helper(String)
  }

  /// An argument with which an initializer takes another object.
  struct Taken: Hashable, Sendable {
    /// Its label, or `_`.
    var label: String
    /// Whether the object can be made without it.
    var isOmissible: Bool
  }

  /// One end of it.
  struct End: Hashable, Sendable {
    /// Its spelling in the source, where it is a name.
    var text: String?
    /// The objects that it may be.
    var objects: Set<FlowObject>
    /// Whether nothing can have inserted it.
    var isFresh: Bool
    /// Whether there may be several of them.
    var isList: Bool
    /// Whether the value is a collection, of however many.
    var isCollection: Bool
    /// The object that the callers gave for it, as long as only they can have inserted that.
    var given: FlowObject?
  }

  /// The way in which they are related.
  var way: Way
  /// The object whose property it is.
  var owner: End
  /// The properties, with what each is related to.
  var properties: [String]
  /// The objects that it is related to, in the same order.
  var values: [End]
  /// The place.
  var position: Position

  /// Both ends.
  var ends: [End] { [owner] + values }

  /// Every object that nothing can have inserted.
  var freshObjects: Set<FlowObject> {
    ends.filter(\.isFresh).reduce(into: []) { $0.formUnion($1.objects) }
  }

  /// Every object at either end.
  var objects: Set<FlowObject> { values.reduce(owner.objects) { $0.union($1.objects) } }
}
