/// The places at which a function inserts objects, saves, and reads identifiers.
struct ObjectPlaces: Sendable {
  /// Where objects are inserted by name, and not only along with others.
  private var insertions: [FlowObject: Set<Position>] = [:]
  /// Where the identifier of an object is read.
  private var identifierReads: [FlowObject: Set<Position>] = [:]
  /// The objects that one call of a context would bring together with those of another context.
  private(set) var clashes: [Clash] = []

  /// Two objects that are related and go into two contexts.
  struct Clash: Hashable, Sendable {
    /// The object that is inserted.
    var inserted: FlowObject
    /// The object that is in another context by then.
    var other: FlowObject
    /// The contexts.
    var contexts: [ContextIdentity]
  }

  /// Where an object is inserted by name, in the order of places.
  func insertions(of object: FlowObject) -> [Position] { (insertions[object] ?? []).sorted() }

  /// Where the identifier of an object is read, in the order of places.
  func identifierReads(of object: FlowObject) -> [Position] {
    (identifierReads[object] ?? []).sorted()
  }

  /// Notes that objects are inserted.
  mutating func note(_ objects: Set<FlowObject>, insertedAt position: Position) {
    for object in objects { insertions[object, default: []].insert(position) }
  }

  /// Notes that the identifiers of objects are read.
  mutating func note(_ objects: Set<FlowObject>, identifiedAt position: Position) {
    for object in objects { identifierReads[object, default: []].insert(position) }
  }

  /// Notes that related objects go into two contexts.
  mutating func note(_ clash: Clash) { clashes.append(clash) }
}
