/// The progress of an object towards a context.
enum Standing: Hashable, Sendable {
  /// Made here; no code can have inserted the object yet.
  case fresh
  /// Passed by the caller; only the caller knows whether the object is inserted.
  case given
  /// Possibly inserted, because other code held the object.
  case open
  /// Inserted here.
  case inserted

  /// The standing where two paths meet.
  func joined(_ other: Standing) -> Standing { self == other ? self : .open }
}

/// The known facts about a value.
struct FlowValue: Sendable {
  /// The objects that the value may be, or that its elements may be.
  var objects: Set<FlowObject> = []
  /// The type, if known.
  var type: SwiftType?
  /// The identifiers of objects that the value is, or that its elements are.
  var identifiers: Set<ReadIdentifier> = []
  /// Whether the value is certainly `nil` or empty.
  var isNothing = false
  /// The context, if the value is one.
  var context: ContextIdentity?
  /// The spelling in the source, if the value is a name.
  var text: String?
  /// Whether the value is one of its objects, depending on the path.
  var isOneOfSeveral = false
  /// Whether the elements come with numbers or keys: `list.enumerated()`, a dictionary.
  var isPaired = false

  /// An unknown value.
  static let unknown = FlowValue()

  /// The known facts about the elements of a list.
  var element: FlowValue {
    FlowValue(objects: objects, type: type?.element, identifiers: identifiers)
  }

  /// Whether the value may be an object that the function neither makes nor gets from its callers.
  var mayBeStored: Bool { objects.isEmpty && !isNothing }

  /// Whether the value is a list, a set or a dictionary.
  var isCollection: Bool {
    switch type?.unwrapped {
    case .array, .set, .dictionary: true
    default: false
    }
  }

  /// The facts where two paths with different values meet.
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

  /// Whether the value is certainly `nil` or empty, and has no objects.
  private var isAbsent: Bool { isNothing && objects.isEmpty }
}

/// The identifier of an object, and the place where it is read.
struct ReadIdentifier: Hashable, Sendable {
  /// The object.
  var object: FlowObject
  /// The place.
  var position: Position
}

/// The known facts at a point of a function.
struct FlowState: Sendable {
  /// The progress of each object.
  var standings: [FlowObject: Standing] = [:]
  /// The known contexts of the objects.
  var contexts: [FlowObject: ContextIdentity] = [:]
  /// The values of names.
  var names: [String: FlowValue] = [:]
  /// The relations of the callers' objects so far, and whether the object was inserted afterwards.
  var early: [EarlyRelation: Bool] = [:]
  /// Whether the following code can run.
  var isReachable = true

  /// A relation of a callers' object, before that object is known to be inserted.
  struct EarlyRelation: Hashable, Sendable {
    /// The object.
    var object: FlowObject
    /// The index of the relation among the events.
    var event: Int
  }

  /// The standing of an object.
  func standing(_ object: FlowObject) -> Standing { standings[object] ?? .open }

  /// Whether a value consists of objects that no code can have inserted.
  func isFresh(_ value: FlowValue) -> Bool {
    !value.objects.isEmpty && value.objects.allSatisfy { standing($0) == .fresh }
  }

  /// The state where two paths meet.
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
  /// The state where several paths meet; nil without any.
  var joined: FlowState? {
    first.map { first in dropFirst().reduce(first) { $0.joined($1) } }
  }
}
