internal import JSON
internal import SchemaYAML

extension PassedMembers {
  /// The members of a record that a mapping ignores, unless it also reads them or a part of them.
  init(ofRecordsBy mapping: ObjectMapping) {
    var claims = Claims()
    claims.add(mapping, at: [], by: [])
    self.init(claims.unasked)
  }
}

/// The members of a record that a mapping reads, and the members that it ignores, by their paths from the
/// record.
private struct Claims {
  private var values: [[String]] = []
  private var links: [[String]] = []
  /// Each with the indexes of the links that lead to the object whose mapping ignores the member.
  private var ignored: [(path: [String], way: Set<Int>)] = []

  mutating func add(_ mapping: ObjectMapping, at place: [String], by way: Set<Int>) {
    values += mapping.attributes.compactMap { $0.source.map { place + $0 } }
    ignored += mapping.ignored.map { (place + $0, way) }
    for link in mapping.relationships {
      links.append(place + link.source)
      add(link.object, at: place + link.source, by: way.union([links.count - 1]))
    }
  }

  /// The ignored members that neither contain a member that is read nor are part of one.
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
