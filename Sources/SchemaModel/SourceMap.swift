public import Diagnostics

/// The places of a schema's parts in the files from which they were read.
///
/// A model of a hundred versions has a hundred source maps, and most contain more places than the schema has
/// parts. They are therefore kept small: each key is stored once below the part around it, and each file
/// once.
public struct SourceMap: Sendable {
  /// A part, identified by its key and the part around it.
  private struct Step: Hashable {
    var parent: Int32
    var key: String
  }

  /// The place of a part; unknown if it has no file.
  private struct Place: Hashable {
    var file: Int32 = -1
    var line: Int32 = 0
    var column: Int32 = 0
  }

  /// The position of each part's place in the list of places; the whole schema has the first place.
  private var positions: [Step: Int32] = [:]
  private var places = [Place()]
  private var paths: [String] = []
  /// The keys of the part whose place was recorded last, with their positions; the next one is usually near it.
  private var trail: [(key: String, position: Int32)] = []

  /// A map of these places.
  public init(_ locations: [SchemaPath: SourceLocation] = [:]) {
    for (path, location) in locations { record(location, for: path) }
  }

  /// Records the place of a part.
  public mutating func record(_ location: SourceLocation, for path: SchemaPath) {
    record(location, for: path, [])
  }

  /// Records the place of a detail, by the keys that lead from a part to it.
  package mutating func record(
    _ location: SourceLocation, for path: SchemaPath, _ detail: [String]
  ) {
    var depth = 0
    for key in path.components { follow(key, at: &depth) }
    for key in detail { follow(key, at: &depth) }
    if depth < trail.count { trail.removeSubrange(depth...) }
    places[Int(trail.last?.position ?? 0)] = Place(
      file: index(ofFile: location.file), line: Int32(clamping: location.line),
      column: Int32(clamping: location.column))
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
  public var files: Set<String> { Set(places.lazy.compactMap(location).map(\.file)) }
}

// MARK: - Parts

extension SourceMap {
  /// The position of a part's place, which is added if it does not exist.
  private mutating func position(of step: Step) -> Int32 {
    if let known = positions[step] { return known }
    let position = Int32(places.count)
    positions[step] = position
    places.append(Place())
    return position
  }

  /// Continues the trail with a key, if it does not lead there already.
  private mutating func follow(_ key: String, at depth: inout Int) {
    if depth == trail.count || trail[depth].key != key {
      trail.removeSubrange(depth...)
      trail.append((key, position(of: Step(parent: trail.last?.position ?? 0, key: key))))
    }
    depth += 1
  }

  /// The position of a file with this path; the last one is the most likely.
  private mutating func index(ofFile path: String) -> Int32 {
    if let known = paths.lastIndex(of: path) { return Int32(known) }
    paths.append(path)
    return Int32(paths.count - 1)
  }

  /// The known places of the whole schema, of a part, and of all parts between them.
  private func places(onTheWayTo path: SchemaPath) -> [Place] {
    var position: Int32 = 0
    var found = [places[0]]
    for key in path.components {
      guard let next = positions[Step(parent: position, key: key)] else { break }
      found.append(places[Int(next)])
      position = next
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
    (left.positions, left.places, left.paths) == (right.positions, right.places, right.paths)
      || left.locations == right.locations
  }

  /// Hashes the places, so that equal maps have equal hashes.
  public func hash(into hasher: inout Hasher) { hasher.combine(locations) }

  /// All places, by their parts.
  private var locations: [SchemaPath: SourceLocation] {
    var steps = [Step?](repeating: nil, count: places.count)
    for (step, position) in positions { steps[Int(position)] = step }
    var locations: [SchemaPath: SourceLocation] = [:]
    for (position, place) in places.enumerated() {
      guard let location = location(place) else { continue }
      var keys: [String] = []
      var next = steps[position]
      while let step = next {
        keys.append(step.key)
        next = steps[Int(step.parent)]
      }
      locations[SchemaPath(keys.reversed())] = location
    }
    return locations
  }
}
