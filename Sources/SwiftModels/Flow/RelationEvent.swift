/// A place at which objects are related, at least one of them before its insertion.
struct RelationEvent: Hashable, Sendable {
  /// The ways of relating objects.
  enum Way: Hashable, Sendable {
    /// An initializer with the other object as an argument.
    case initializer(model: SourceProgram.TypeID, taken: [Taken])
    /// The assignment of a property.
    case assignment
    /// The addition of an object to a to-many relationship.
    case addition
    /// A call of a function, by its name.
    case helper(String)
  }

  /// An argument through which an initializer takes another object.
  struct Taken: Hashable, Sendable {
    /// Its label, or `_`.
    var label: String
    /// Whether the object can be made without the argument.
    var isOmissible: Bool
  }

  /// One end of the relation.
  struct End: Hashable, Sendable {
    /// The spelling in the source, if the end is a name.
    var text: String?
    /// The objects that the end may be.
    var objects: Set<FlowObject>
    /// Whether no code can have inserted the end.
    var isFresh: Bool
    /// Whether the end may be several objects.
    var isList: Bool
    /// Whether the value is a collection, of any size.
    var isCollection: Bool
    /// The caller's object at this end, as long as only the callers can have inserted it.
    var given: FlowObject?
  }

  /// The way in which the objects are related.
  var way: Way
  /// The object whose property is set.
  var owner: End
  /// The properties, one for each related value.
  var properties: [String]
  /// The related values, in the same order.
  var values: [End]
  /// The place.
  var position: Position

  /// Both ends.
  var ends: [End] { [owner] + values }

  /// All objects that no code can have inserted.
  var freshObjects: Set<FlowObject> {
    ends.filter(\.isFresh).reduce(into: []) { $0.formUnion($1.objects) }
  }

  /// All objects at either end.
  var objects: Set<FlowObject> { values.reduce(owner.objects) { $0.union($1.objects) } }
}
