public import Diagnostics

/// The places of a schema's parts in the files from which they were read.
///
/// A model of a hundred versions has a hundred source maps, and most contain more places than the schema has
/// parts. They are therefore kept small: each key is stored once below the part around it, and each file
/// once.
public struct SourceMap: Sendable {
  /// The place of a part; unknown if it has no file.
  private struct Place: Hashable {
    var file: Int32 = -1
    var line: Int32 = 0
    var column: Int32 = 0
  }

  /// A part, identified by its key and the position of the part around it.
  private struct Part: Hashable {
    var key: String
    var parent: Int32
    var place = Place()
  }

  /// The parts, of which the first is the whole schema.
  private var parts = [Part(key: "", parent: -1)]
  /// The positions of the parts in a table that is searched from the hash of a part on; 0 for a free slot.
  ///
  /// A dictionary would take twice the memory, as it would store the keys again.
  private var slots: [Int32] = [0, 0]
  private var paths: [String] = []

  /// A map of these places.
  public init(_ locations: [SchemaPath: SourceLocation] = [:]) {
    for (path, location) in locations { record(location, for: path) }
  }

  /// A map with room for a number of parts.
  package init(room: Int) {
    parts.reserveCapacity(room + 1)
    while Self.isFull(room, slots.count) { slots += slots }
  }

  /// Records the place of a part.
  public mutating func record(_ location: SourceLocation, for path: SchemaPath) {
    record(location, for: path.components, in: .whole)
  }

  /// Records the place of a detail, by the keys that lead from a part to it.
  package mutating func record(_ location: SourceLocation, for keys: [String], in part: PartID) {
    let detail = keys.reduce(part) { self.part($1, in: $0) }
    parts[Int(detail.position)].place = Place(
      file: index(ofFile: location.file), line: Int32(clamping: location.line),
      column: Int32(clamping: location.column))
  }

  /// A part of the schema, by which the details in it are recorded without its path.
  package struct PartID {
    fileprivate var position: Int32

    /// The whole schema.
    package static let whole = PartID(position: 0)
  }

  /// The part with a key in another part.
  package mutating func part(_ key: String, in parent: PartID) -> PartID {
    PartID(position: position(of: key, below: parent.position))
  }

  /// The place of a part, or of the nearest part around it with a known place.
  public func location(of path: SchemaPath) -> SourceLocation? {
    places(onTheWayTo: path).reversed().lazy.compactMap(location).first
  }

  /// The place of exactly this part, if it was recorded.
  public func exactLocation(of path: SchemaPath) -> SourceLocation? {
    let known = places(onTheWayTo: path)
    return known.count > path.components.count ? known.last.flatMap(location) : nil
  }

  /// The known places of a part and of all parts in it.
  public func locations(in path: SchemaPath) -> [SourceLocation] {
    locations.filter { $0.key.components.starts(with: path.components) }.map(\.value)
  }

  /// The files that contain the places.
  public var files: Set<String> { Set(parts.lazy.map(\.place).compactMap(location).map(\.file)) }
}

// MARK: - Parts

extension SourceMap {
  /// The slot of a part, or the free slot for it.
  private func slot(of key: String, below parent: Int32) -> Int {
    var hasher = Hasher()
    hasher.combine(parent)
    hasher.combine(key)
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0,
      parts[Int(slots[slot])].parent != parent || parts[Int(slots[slot])].key != key
    {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// The position of a part, which is added if it does not exist.
  private mutating func position(of key: String, below parent: Int32) -> Int32 {
    if Self.isFull(parts.count, slots.count) {
      slots = Array(repeating: 0, count: 2 * slots.count)
      for (position, part) in parts.enumerated().dropFirst() {
        slots[slot(of: part.key, below: part.parent)] = Int32(position)
      }
    }
    let slot = slot(of: key, below: parent)
    if slots[slot] == 0 {
      slots[slot] = Int32(parts.count)
      parts.append(Part(key: key, parent: parent))
    }
    return slots[slot]
  }

  private static func isFull(_ parts: Int, _ slots: Int) -> Bool { 4 * parts > 3 * slots }

  /// The position of a file with this path; the last one is the most likely.
  private mutating func index(ofFile path: String) -> Int32 {
    if let known = paths.lastIndex(of: path) { return Int32(known) }
    paths.append(path)
    return Int32(paths.count - 1)
  }

  /// The known places of the whole schema, of a part, and of all parts between them.
  private func places(onTheWayTo path: SchemaPath) -> [Place] {
    var position: Int32 = 0
    var found = [parts[0].place]
    for key in path.components {
      position = slots[slot(of: key, below: position)]
      guard position != 0 else { break }
      found.append(parts[Int(position)].place)
    }
    return found
  }

  private func location(_ place: Place) -> SourceLocation? {
    guard place.file >= 0 else { return nil }
    return SourceLocation(
      file: paths[Int(place.file)], line: Int(place.line), column: Int(place.column))
  }
}

// MARK: - Comparison

extension SourceMap: Hashable {
  /// Whether both contain the same places, regardless of the order in which they were recorded.
  public static func == (left: Self, right: Self) -> Bool {
    // Maps that were recorded in the same order are equal without building all paths.
    (left.parts, left.paths) == (right.parts, right.paths) || left.locations == right.locations
  }

  /// Hashes the places, so that equal maps have equal hashes.
  public func hash(into hasher: inout Hasher) { hasher.combine(locations) }

  /// All places, by their parts.
  private var locations: [SchemaPath: SourceLocation] {
    var locations: [SchemaPath: SourceLocation] = [:]
    for part in parts {
      guard let location = location(part.place) else { continue }
      var keys: [String] = []
      var next = part
      while next.parent >= 0 {
        keys.append(next.key)
        next = parts[Int(next.parent)]
      }
      locations[SchemaPath(keys.reversed())] = location
    }
    return locations
  }
}
