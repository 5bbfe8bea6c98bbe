internal import JSON
internal import SchemaYAML

extension PassedMembers {
  /// The members of a record that a mapping leaves behind, where nothing else in it asks for them.
  init(ofRecordsBy mapping: ObjectMapping) {
    var claims = Claims()
    claims.add(mapping, at: [], by: [])
    self.init(claims.unasked)
  }
}

/// What a mapping asks for in a record, and what it leaves behind, each by the members that lead to it
/// from the record.
private struct Claims {
  private var values: [[String]] = []
  private var links: [[String]] = []
  /// With the links on the way to the object that leaves it behind, by their numbers.
  private var ignored: [(path: [String], way: Set<Int>)] = []

  mutating func add(_ mapping: ObjectMapping, at place: [String], by way: Set<Int>) {
    values += mapping.attributes.compactMap { $0.source.map { place + $0 } }
    ignored += mapping.ignored.map { (place + $0, way) }
    for link in mapping.relationships {
      links.append(place + link.source)
      add(link.object, at: place + link.source, by: way.union([links.count - 1]))
    }
  }

  /// What is left behind, and neither holds anything that is asked for nor is in it.
  var unasked: [[String]] {
    ignored.filter { path, way in
      !values.contains { $0.starts(with: path) || path.starts(with: $0) }
        && !links.enumerated().contains { number, link in
          link.starts(with: path) || (path.starts(with: link) && !way.contains(number))
        }
    }
    .map(\.path)
  }
}
