/// The progress of an object on its way into a context.
enum Standing: Hashable, Sendable {
  /// It was made here, and nothing can have inserted it yet.
  case fresh
  /// It is as the caller gave it: only the caller knows whether it is inserted.
  case given
  /// It may be inserted: somebody else had it in hand.
  case open
  /// It was inserted here.
  case inserted

  /// The knowledge that both of two ways share.
  func joined(_ other: Standing) -> Standing { self == other ? self : .open }
}

/// The knowledge about a value.
struct FlowValue: Sendable {
  /// The objects that it may be, or that it is a list of.
  var objects: Set<FlowObject> = []
  /// Its type, as far as it is known.
  var type: SwiftType?
  /// The identifiers of objects that it is, or that it is a list of.
  var identifiers: Set<ReadIdentifier> = []
  /// True if it is `nil` or empty for certain.
  var isNothing = false
  /// The context that it is, where it is one.
  var context: ContextIdentity?
  /// Its spelling in the source, where it is a name.
  var text: String?
  /// True if it is one of its objects, depending on the way.
  var isOneOfSeveral = false
  /// True if its elements come with their numbers or keys: `list.enumerated()`, a dictionary.
  var isPaired = false

  /// A value of which nothing is known.
  static let unknown = FlowValue()

  /// The knowledge about any element of a list.
  var element: FlowValue {
    FlowValue(objects: objects, type: type?.element, identifiers: identifiers)
  }

  /// True if it is an object that the function neither makes nor gets from its callers.
  var mayBeStored: Bool { objects.isEmpty && !isNothing }

  /// True if it is a list, a set or a dictionary.
  var isCollection: Bool {
    switch type?.unwrapped {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  /// The knowledge about a value that is one of two.
  func joined(_ other: FlowValue) -> FlowValue {
    FlowValue(
      objects: objects.union(other.objects), type: type ?? other.type,
      identifiers: identifiers.union(other.identifiers),
      isNothing: isNothing && other.isNothing,
      context: context == other.context
        ? context : (context ?? other.context).map { _ in .unknown },
      text: text == other.text ? text : nil,
      isOneOfSeveral: isOneOfSeveral || other.isOneOfSeveral
        || objects != other.objects && !isAbsent && !other.isAbsent,
      isPaired: isPaired && other.isPaired)
  }

  /// True if there is nothing that it could be instead of something else.
  private var isAbsent: Bool { isNothing && objects.isEmpty }
}

/// The identifier of an object, and where it is read.
struct ReadIdentifier: Hashable, Sendable {
  /// The object.
  var object: FlowObject
  /// The place.
  var position: Position
}

/// The knowledge at a point of a function.
struct FlowState: Sendable {
  /// The progress of each object.
  var standings: [FlowObject: Standing] = [:]
  /// The context that each object belongs to, where it is known.
  var contexts: [FlowObject: ContextIdentity] = [:]
  /// The values of the function's names.
  var names: [String: FlowValue] = [:]
  /// The relations by now of what the callers gave, and whether that was inserted since.
  var early: [EarlyRelation: Bool] = [:]
  /// True if anything runs from here on.
  var isReachable = true

  /// A relation of an object that the callers gave, before anything is known to have inserted it.
  struct EarlyRelation: Hashable, Sendable {
    /// The object.
    var object: FlowObject
    /// The relation, by its place among all of what the callers gave.
    var event: Int
  }

  /// The progress of an object.
  func standing(_ object: FlowObject) -> Standing { standings[object] ?? .open }

  /// True if a value is made of objects that nothing can have inserted.
  func isFresh(_ value: FlowValue) -> Bool {
    !value.objects.isEmpty && value.objects.allSatisfy { standing($0) == .fresh }
  }

  /// The knowledge that both of two ways share.
  func joined(_ other: FlowState) -> FlowState {
    guard isReachable else { return other }
    guard other.isReachable else { return self }
    var result = self
    result.standings.merge(other.standings) { $0.joined($1) }
    result.contexts = contexts.filter { other.contexts[$0.key] == $0.value }
    result.names.merge(other.names) { $0.joined($1) }
    result.early.merge(other.early) { $0 && $1 }
    return result
  }
}

extension [FlowState] {
  /// The knowledge that several ways share; nil for none.
  var joined: FlowState? {
    first.map { first in dropFirst().reduce(first) { $0.joined($1) } }
  }
}
