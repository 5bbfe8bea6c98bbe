/// Where a function makes objects and inserts them, for whoever shows its lines in another order.
struct ObjectPlaces: Sendable {
  /// Where an object is inserted.
  struct Insertion: Hashable, Sendable {
    /// Where the call begins, or the name of the function that inserts each of a list.
    var position: Position
    /// Whether a context is told so there, and not a function that does it.
    var isDirect: Bool
  }

  /// Where the call of an initializer begins that makes an object.
  private(set) var makings: [FlowObject: Position] = [:]
  private var insertions: [FlowObject: Set<Insertion>] = [:]
  /// Where objects are inserted into what is a context for certain.
  private(set) var contextCalls: Set<Position> = []

  /// Where an object is inserted itself, in the order of places.
  func insertions(of object: FlowObject) -> [Insertion] {
    (insertions[object] ?? []).sorted { $0.position < $1.position }
  }

  /// Where all objects are made but for these, in the order of places.
  func makings(besides known: Set<FlowObject>) -> [Position] {
    makings.filter { !known.contains($0.key) }.map(\.value).sorted()
  }

  /// An object is made by an initializer.
  mutating func note(_ object: FlowObject, madeAt position: Position) {
    makings[object] = position
  }

  /// Objects are inserted.
  mutating func note(
    _ objects: Set<FlowObject>, insertedAt position: Position, isDirect: Bool,
    isByContext: Bool = false
  ) {
    for object in objects {
      insertions[object, default: []].insert(Insertion(position: position, isDirect: isDirect))
    }
    if isByContext { contextCalls.insert(position) }
  }
}
