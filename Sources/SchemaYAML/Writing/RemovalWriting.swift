extension YAMLOutput {
  /// The value of `removed`; nil if nothing is removed.
  static func removed(_ parts: RemovedParts) -> YAMLOutput? {
    var pairs = KeyList()
    let names = [
      ("attributes", parts.attributes), ("relationships", parts.relationships),
      ("entities", parts.entities), ("enums", parts.enumerations),
      ("composites", parts.composites), ("queries", parts.queries), ("rules", parts.rules),
    ]
    for (key, names) in names where !names.isEmpty { pairs.add(names: key, names) }
    pairs.add("unique", lists(parts.unique))
    pairs.add("indexes", lists(parts.indexes))
    return pairs.pairs.isEmpty ? nil : .section(pairs.pairs)
  }

  private static func lists(_ lists: [(String, [[String]])]) -> YAMLOutput? {
    if lists.isEmpty { return nil }
    return .section(
      lists.map { entity, lists in
        (entity, .list(lists.map { names in .list(names.map { .text($0) }) }))
      })
  }
}
