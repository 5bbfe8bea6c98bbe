/// The order in which Foundation's dictionaries list their keys, as it appears in stores.
///
/// A key's place is its hash modulo the size of the table, or the next free place after it. Only the order of
/// columns and tables depends on it, and that order has no meaning to the platform.
enum DictionaryOrder {
  /// The sizes of tables, each after the largest number of entries that fits.
  private static let sizes = [
    (3, 3), (6, 7), (11, 13), (19, 23), (32, 41), (52, 71), (85, 127), (118, 191),
  ]

  /// The keys in the order of a dictionary with room for some more.
  static func sorted(_ keys: [String], roomFor more: Int = 0) -> [String] {
    guard let size = sizes.first(where: { $0.0 >= keys.count + more })?.1 else { return keys }
    var places = [String?](repeating: nil, count: size)
    for key in keys {
      var place = Int(hash(of: key) % UInt64(size))
      while places[place] != nil { place = (place + 1) % size }
      places[place] = key
    }
    return places.compactMap(\.self)
  }

  /// The hash of CFString, as in the public source of CoreFoundation.
  private static func hash(of key: String) -> UInt64 {
    let units = key.utf16.map(UInt64.init)
    var hash = UInt64(units.count)
    var next = 0
    while next + 4 <= units.count {
      hash = hash &* 67_503_105 &+ units[next] &* 16_974_593
      hash = hash &+ units[next + 1] &* 66_049 &+ units[next + 2] &* 257 &+ units[next + 3]
      next += 4
    }
    for unit in units[next...] { hash = hash &* 257 &+ unit }
    return hash &+ hash << UInt64(units.count & 31)
  }
}
