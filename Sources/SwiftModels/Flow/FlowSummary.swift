/// The effects of a function on its arguments, for its callers.
struct FlowSummary: Hashable, Sendable {
  /// An end of a relation, as the callers see it.
  enum End: Hashable, Sendable {
    /// The object of the method, or the new object of an initializer.
    case itself
    /// The argument of a parameter, by the index of the parameter.
    case parameter(Int)
    /// Any other object.
    case other
  }

  /// The fate of an object when the function returns.
  enum Fate: Hashable, Sendable {
    /// The object is inserted, by its name or only with related objects.
    case inserted(byName: Bool)
    /// Other code may hold the object.
    case escaped
  }

  /// A relation between two ends, made before either is known to be inserted.
  struct Relation: Hashable, Sendable {
    /// The end whose property is set.
    var owner: End
    /// The property.
    var property: String
    /// The object that the property is set to.
    var value: End
  }

  /// The result of a function.
  enum Returned: Hashable, Sendable {
    /// One of its arguments.
    case given(End)
    /// A new object that has not been inserted.
    case new
    /// A new object that the function has inserted.
    case inserted
    /// A found object, or on some path a new one.
    case foundOrNew
    /// A new context that no other code holds.
    case newContext
    /// Any other value.
    case unknown
  }

  /// The fates of the arguments.
  var fates: [End: Fate] = [:]
  /// The relations that the function makes.
  var relations: [Relation] = []
  /// The result.
  var returned = Returned.unknown
  /// The effects on contexts.
  var effects = ContextUse.Effects()
}
