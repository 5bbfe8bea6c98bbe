internal import Diagnostics

/// A value that is found by its name.
protocol Named {
  /// The name, unique among its kind.
  var name: String { get set }
}

/// A part of a schema with its place and the places of its details.
struct Placed<Value: Sendable>: Sendable {
  /// The part.
  var value: Value
  /// The place of the declaration.
  var location: SourceLocation
  /// The places of the details.
  var places: [Place] = []
}

extension Placed: Named where Value: Named {
  var name: String {
    get { value.name }
    set { value.name = newValue }
  }
}

/// Parts in the order of their declaration, with fast access by name.
struct Roster<Element: Named & Sendable>: Sendable {
  /// The parts, in order.
  private(set) var elements: [Element] = []
  /// The positions by name; nil after additions without a look-up, until a part is set by its name.
  private var positions: [String: Int]? = [:]

  /// The names, in order.
  var names: [String] { elements.map(\.name) }

  /// The part with a name.
  ///
  /// Setting a part replaces the existing part in place, or adds the part at the end.
  subscript(name: String) -> Element? {
    get { position(of: name).map { elements[$0] } }
    set {
      if positions == nil { countPositions() }
      let position = position(of: name)
      if let newValue, let position {
        elements[position] = newValue
      } else if let newValue {
        positions?[name] = elements.count
        elements.append(newValue)
      } else if let position {
        elements.remove(at: position)
        countPositions()
      }
    }
  }

  private func position(of name: String) -> Int? {
    if let positions { positions[name] } else { elements.firstIndex { $0.name == name } }
  }

  /// A roster of parts that have different names.
  init(distinct elements: [Element] = []) {
    self.elements = elements
    if !elements.isEmpty { positions = nil }
  }

  private mutating func countPositions() {
    positions = Dictionary(uniqueKeysWithValues: zip(elements.lazy.map(\.name), elements.indices))
  }

  /// Renames parts in place, all at once, so that two parts can swap their names.
  ///
  /// A part whose name is taken by another part, and which is not renamed itself, is removed.
  mutating func rename(_ newNames: [String: String]) {
    guard !newNames.isEmpty else { return }
    let taken = Set(newNames.filter { position(of: $0.key) != nil }.values)
    elements.removeAll { newNames[$0.name] == nil && taken.contains($0.name) }
    for (position, element) in elements.enumerated() {
      if let newName = newNames[element.name] { elements[position].name = newName }
    }
    countPositions()
  }

  /// Whether any part meets a condition.
  func contains(where isWanted: (Element) -> Bool) -> Bool {
    elements.contains(where: isWanted)
  }

  /// Changes the parts that meet a condition, or all; if none does, the storage stays shared.
  mutating func updateAll(
    where isConcerned: (Element) -> Bool = { _ in true }, _ change: (inout Element) -> Void
  ) {
    for position in elements.indices where isConcerned(elements[position]) {
      change(&elements[position])
    }
  }
}
