/// What a function does to the objects that it is given, for its callers.
struct FlowSummary: Sendable {
  /// One end of a relation that the function makes.
  enum End: Hashable, Sendable {
    /// The object whose method it is, or that an initializer makes.
    case itself
    /// What is passed for a parameter, by its place.
    case parameter(Int)
    /// Something else.
    case other
  }

  /// A relation between two ends, made when neither was known to be inserted.
  struct Relation: Hashable, Sendable {
    /// The end whose property is set.
    var owner: End
    /// The property.
    var property: String
    /// What it is set to.
    var value: End
  }

  /// The parameters that are inserted by the time it returns, by place.
  var inserted: Set<Int> = []
  /// The parameters that somebody else had in hand.
  var escaped: Set<Int> = []
  /// Whether it inserts the object whose method it is.
  var insertsItself = false
  /// The relations that it makes.
  var relations: [Relation] = []
  /// How far the object that it returns has come; nil where that is not known.
  var result: Standing?
}
