/// An object in the analysis of one function: one for each place that makes objects, one for each
/// parameter that is an object.
struct FlowObject: Hashable, Sendable {
  /// Its number in the function.
  var id: Int
}

/// How far an object has come on its way into a context.
enum Standing: Hashable, Sendable {
  /// It was made here, and nothing can have inserted it yet.
  case fresh
  /// It is as the caller gave it: whether it is inserted, only the caller knows.
  case given
  /// It may be inserted: somebody else had it in hand.
  case open
  /// It was inserted here.
  case inserted

  /// What is known where two ways meet.
  func joined(_ other: Standing) -> Standing { self == other ? self : .open }
}

/// What is known of a value.
struct FlowValue: Sendable {
  /// The objects that it may be, or that it is made of.
  var objects: Set<FlowObject> = []
  /// Its type, as far as it is known.
  var type: SwiftType?
  /// Whether it is `nil` or empty for certain.
  var isNothing = false
  /// Whether it is a context that objects are inserted into.
  var isContext = false
  /// How the source spells it, where it is a name.
  var text: String?
  /// The number of the context that it is, where that is made in the function.
  var madeContext: Int?
  /// Whether it describes a fetch of all objects of a class.
  var isUnfiltered = false
  /// The fetch of all objects that it is the result of, by its place among them.
  var fetch: Int?
  /// The objects that it holds, where it is a struct, an enumeration, or an object of the function's
  /// own that is no model.
  var held: Set<FlowObject> = []
  /// The objects among them that are known by the names of its properties.
  var fields: [String: FlowValue] = [:]
  /// The case of an enumeration that it is; its parts are then what that carries.
  var enumCase: String?
  /// The parameter that it is, by its place, where that is a function.
  var callback: Int?
  /// What it gives where it is called, if it is a function, or asked for what it stands for, if it is
  /// a `Result` or a predicate.
  var gives: SwiftType?
  /// The type that it is another name for, and no value.
  var alias: WrittenType?
  /// The parameter that it is a part of or was found through, by its place.
  var origin: Int?
  /// Whether it is one of its objects, depending on the way.
  var isOneOfSeveral = false
  /// What a tuple consists of; empty for anything else.
  var parts: [Part] = []
  /// What each element of a sequence consists of, where those are tuples; empty for anything else.
  var elementParts: [Part] = []

  /// A part of a tuple.
  struct Part: Sendable {
    /// Its label, if it has one.
    var label: String?
    /// What is known of it.
    var value: FlowValue
  }

  /// Remembers that it and its parts came with a parameter.
  mutating func noteOrigin(_ place: Int) {
    origin = place
    for index in parts.indices { parts[index].value.noteOrigin(place) }
    for index in elementParts.indices { elementParts[index].value.noteOrigin(place) }
  }

  /// Takes what is known by a type that is written of it, and is not known better.
  mutating func fill(from written: FlowValue) {
    type = written.type ?? type
    gives = gives ?? written.gives
    parts = Self.filled(parts, from: written.parts)
    elementParts = Self.filled(elementParts, from: written.elementParts)
  }

  private static func filled(_ parts: [Part], from written: [Part]) -> [Part] {
    guard !parts.isEmpty, parts.count == written.count else {
      return parts.isEmpty ? written : parts
    }
    return zip(parts, written).map { part, written in
      var part = part
      part.label = part.label ?? written.label
      part.value.type = part.value.type ?? written.value.type
      return part
    }
  }

  /// A value of which nothing is known.
  static let unknown = FlowValue()

  /// What is known of a value that is one of two.
  func joined(_ other: FlowValue) -> FlowValue {
    FlowValue(
      objects: objects.union(other.objects), type: type ?? other.type,
      isNothing: isNothing && other.isNothing, isContext: isContext || other.isContext,
      text: text == other.text ? text : nil,
      madeContext: madeContext == other.madeContext ? madeContext : nil,
      isUnfiltered: isUnfiltered && other.isUnfiltered, fetch: fetch ?? other.fetch,
      held: held.union(other.held),
      fields: fields.merging(other.fields) { $0.joined($1) }
        .filter { fields[$0.key] != nil && other.fields[$0.key] != nil },
      enumCase: enumCase == other.enumCase ? enumCase : nil,
      callback: callback == other.callback ? callback : nil,
      gives: gives == other.gives ? gives : nil, alias: alias == other.alias ? alias : nil,
      origin: origin == other.origin ? origin : nil,
      isOneOfSeveral: isOneOfSeveral || other.isOneOfSeveral
        || objects != other.objects && !hasNone && !other.hasNone,
      parts: enumCase == other.enumCase ? Self.joined(parts, other.parts) : [],
      elementParts: Self.joined(elementParts, other.elementParts))
  }

  /// Whether there is nothing that it could be instead of something else.
  private var hasNone: Bool { isNothing && objects.isEmpty }

  /// What is known of tuples that are one of two.
  static func joined(_ first: [Part], _ second: [Part]) -> [Part] {
    guard first.map(\.label) == second.map(\.label) else { return [] }
    return zip(first, second).map { Part(label: $0.label, value: $0.value.joined($1.value)) }
  }

  /// A sequence whose elements are tuples.
  static func sequence(of parts: [Part]) -> FlowValue {
    FlowValue(
      objects: parts.reduce(into: []) { $0.formUnion($1.value.objects) }, elementParts: parts)
  }

  /// What is known of any element of a sequence.
  var element: FlowValue {
    FlowValue(objects: objects, type: type?.element, origin: origin, parts: elementParts)
  }

  /// What one of several names stands for where a pattern takes the value apart.
  ///
  /// Of a pattern that is not the tuple's own only the objects are known that it may be made of.
  func part(at place: Int, of count: Int) -> FlowValue {
    if parts.count == count, parts.allSatisfy({ $0.value.parts.isEmpty }) {
      return parts[place].value
    }
    var part = self
    part.type = nil
    part.parts = []
    part.elementParts = []
    return part
  }

  /// The part of a tuple that a name spells: `pair.1`, `pair.owner`.
  func part(named name: String) -> FlowValue? {
    if let index = Int(name) { return parts.indices.contains(index) ? parts[index].value : nil }
    return parts.first { $0.label == name }?.value
  }

  /// Puts another value in the place of a part of a tuple.
  mutating func replacePart(named name: String, with value: FlowValue) {
    guard let place = Int(name) ?? parts.firstIndex(where: { $0.label == name }),
      parts.indices.contains(place)
    else { return }
    parts[place].value = value
    objects = parts.reduce(into: []) { $0.formUnion($1.value.objects) }
  }
}

/// What is known at a point of a function.
struct FlowState: Sendable {
  /// How far each object has come.
  var standings: [FlowObject: Standing] = [:]
  /// The context that each object belongs to, where it is known.
  var contexts: [FlowObject: ContextIdentity] = [:]
  /// What the names of the function stand for.
  var names: [String: FlowValue] = [:]
  /// The objects that are inserted themselves by now, and not only along with others.
  var insertedByName: Set<FlowObject> = []
  /// The relations by now of what the callers gave, and whether that was inserted by name since.
  var earlyRelations: [EarlyRelation: Bool] = [:]
  /// The objects that a view keeps in properties of its own since this closure began, by name.
  var heldInState: [String: Set<FlowObject>] = [:]
  /// The objects that have a context here, as the code asks for it on the way.
  var checked: Set<FlowObject> = []
  /// The objects that went to another actor, and where each did.
  var sent: [FlowObject: Position] = [:]
  /// Whether anything runs from here on.
  var isReachable = true

  /// How far an object has come.
  func standing(_ object: FlowObject) -> Standing { standings[object] ?? .open }

  /// Whether a value is made of objects that nothing can have inserted.
  func isFresh(_ value: FlowValue) -> Bool {
    !value.objects.isEmpty && value.objects.allSatisfy { standing($0) == .fresh }
      && checked.isDisjoint(with: value.objects)
  }

  /// What is known where two ways meet.
  func joined(_ other: FlowState) -> FlowState {
    guard isReachable else { return other }
    guard other.isReachable else { return self }
    var result = self
    result.standings.merge(other.standings) { $0.joined($1) }
    result.contexts = contexts.filter { other.contexts[$0.key] == $0.value }
    result.names.merge(other.names) { $0.joined($1) }
    result.heldInState.merge(other.heldInState) { $0.union($1) }
    result.insertedByName.formIntersection(other.insertedByName)
    result.checked.formIntersection(other.checked)
    result.sent.merge(other.sent) { min($0, $1) }
    result.earlyRelations.merge(other.earlyRelations) { $0 && $1 }
    return result
  }
}

/// A relation of an object that the callers gave, before anything is known to have inserted it.
struct EarlyRelation: Hashable, Sendable {
  /// The object.
  var object: FlowObject
  /// Where it is related.
  var position: Position
}
