/// The effects of a function on the objects that it is given, for its callers.
struct FlowSummary: Hashable, Sendable {
  /// An object that the callers give.
  enum End: Hashable, Sendable {
    /// The object whose method it is, or that an initializer makes.
    case itself
    /// The argument for a parameter, by its place.
    case parameter(Int)
    /// Something else.
    case other
  }

  /// The fate of an object by the time the function returns.
  enum Fate: Hashable, Sendable {
    /// It is inserted, by its name or only along with others.
    case inserted(byName: Bool)
    /// Somebody else had it in hand.
    case escaped
  }

  /// A relation between two ends, made when neither was known to be inserted.
  struct Relation: Hashable, Sendable {
    /// The end whose property is set.
    var owner: End
    /// The property.
    var property: String
    /// The object that the property is set to.
    var value: End
  }

  /// The value that a function returns.
  enum Returned: Hashable, Sendable {
    /// One of the objects that it was given.
    case given(End)
    /// An object of its own making that nothing has inserted.
    case new
    /// An object of its own making that it inserted.
    case inserted
    /// An object that it found, or on some way a new one.
    case foundOrNew
    /// A context of its own making that nobody else knows.
    case newContext
    /// Anything else.
    case unknown
  }

  /// The fates of the objects that it is given.
  var fates: [End: Fate] = [:]
  /// The relations that it makes.
  var relations: [Relation] = []
  /// The value that it returns.
  var returned = Returned.unknown
  /// Its effects on contexts.
  var effects = ContextUse.Effects()
}
