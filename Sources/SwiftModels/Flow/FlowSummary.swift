/// What a function does to the objects that it is given, for its callers.
struct FlowSummary: Hashable, Sendable {
  /// One end of a relation that the function makes.
  enum End: Hashable, Sendable {
    /// The object whose method it is, or that an initializer makes.
    case itself
    /// What is passed for a parameter, by its place.
    case parameter(Int)
    /// What a property of the object has whose method it is, where that is no model.
    case member(String)
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
    /// How the function spells what it takes out of the value, where it is a part of that or was found
    /// through it: `box.book`.
    var part: String?
  }

  /// A call of a function that is passed, on some way.
  struct Callback: Hashable, Sendable {
    /// The parameter that the function is passed for, by its place.
    var place: Int
    /// How far the parameters have come by then that have come anywhere, by place.
    var standings: [Int: Standing]
    /// How far the object has come whose method it is.
    var itself: Standing
    /// What the function is given.
    var arguments: [End]
  }

  /// A part of a tuple that a function returns.
  struct Part: Hashable, Sendable {
    /// Its label, if it has one.
    var label: String?
    /// Its type, as far as it is known.
    var type: SwiftType?
    /// How far the object has come that it is.
    var standing: Standing
  }

  /// The parameters that are inserted by the time it returns, by place.
  var inserted: Set<Int> = []
  /// What the callers give that is inserted itself on every way, and not only along with others.
  var insertedByName: Set<End> = []
  /// The parameters that somebody else had in hand.
  var escaped: Set<Int> = []
  /// Whether it inserts the object whose method it is.
  var insertsItself = false
  /// Whether somebody else had the object in hand whose method it is.
  var letsItselfEscape = false
  /// The properties of an object that is no model whose objects it inserts, and nothing else.
  var insertedMembers: Set<String> = []
  /// The properties of it of whose objects nothing is known afterwards.
  var lostMembers: Set<String> = []
  /// Whether somebody else had it in hand, and with it all that its properties have.
  var losesMembers = false
  /// The relations that it makes.
  var relations: [Relation] = []
  /// The calls of functions that it is passed, in their order.
  var callbacks: [Callback] = []
  /// How far the object that it returns has come; nil where that is not known.
  var result: Standing?
  /// Whether only the callers know what it returns: objects of its own making, and related to none
  /// but such.
  var returnsFree = true
  /// What the callers give that it relates to what they do not know and somebody else may have.
  var tied: Set<End> = []
  /// Whether an object of its own making that it returns is related to what somebody else may have.
  var returnsTied = false
  /// Whether it returns an object of its own making on some way, and another one on others.
  var mayReturnNew = false
  /// What it returns, where that is what it was given on every way.
  var given = End.other
  /// Whether it returns a context that it made, and that nobody else knows, on every way.
  var makesContext = false
  /// The parts of the tuple that it returns; none where it returns anything else.
  var parts: [Part] = []
}
