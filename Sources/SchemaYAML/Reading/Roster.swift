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
  private var slots: [Element?] = []
  private var positions: [String: Int] = [:]

  /// The parts, in order.
  var elements: [Element] { slots.compactMap(\.self) }

  /// The names, in order.
  var names: [String] { elements.map(\.name) }

  /// The part with a name.
  ///
  /// Setting a part replaces the existing part in place, or adds the part at the end.
  subscript(name: String) -> Element? {
    get { positions[name].flatMap { slots[$0] } }
    set {
      if let position = positions[name] {
        slots[position] = newValue
        if newValue == nil { positions[name] = nil }
      } else if let newValue {
        positions[name] = slots.count
        slots.append(newValue)
      }
    }
  }

  /// Renames parts in place, all at once, so that two parts can swap their names.
  ///
  /// A part whose name is taken by another part, and which is not renamed itself, is removed.
  mutating func rename(_ newNames: [String: String]) {
    guard !newNames.isEmpty else { return }
    let taken = Set(newNames.filter { positions[$0.key] != nil }.values)
    for (position, slot) in slots.enumerated() {
      guard let slot else { continue }
      if let newName = newNames[slot.name] {
        slots[position]?.name = newName
      } else if taken.contains(slot.name) {
        slots[position] = nil
      }
    }
    positions = [:]
    for (position, slot) in slots.enumerated() {
      if let slot { positions[slot.name] = position }
    }
  }

  /// Whether any part meets a condition.
  func contains(where isWanted: (Element) -> Bool) -> Bool {
    slots.contains { $0.map(isWanted) ?? false }
  }

  /// Changes the parts that meet a condition, or all; if none does, the storage stays shared.
  mutating func updateAll(
    where isConcerned: (Element) -> Bool = { _ in true }, _ change: (inout Element) -> Void
  ) {
    for position in slots.indices {
      guard var element = slots[position], isConcerned(element) else { continue }
      slots[position] = nil
      change(&element)
      slots[position] = element
    }
  }
}
