internal import Diagnostics
internal import JSON
internal import SchemaYAML

/// The members of the file that were not imported, by their names.
struct StrayMembers {
  private var found = PlacesByName()

  /// Records the members of a value from which an object was made.
  mutating func note(_ node: JSONValue, _ mapping: ObjectMapping) {
    note(node, [], mapping.sources + mapping.ignored, mapping.entity)
  }

  private mutating func note(
    _ node: JSONValue, _ path: [String], _ used: [[String]], _ entity: String
  ) {
    guard !used.contains(path), case .object(let members) = node.content else { return }
    for member in members {
      let path = path + [member.name]
      if used.contains(path) { continue }
      if used.contains(where: { $0.starts(with: path) }) {
        note(member.value, path, used, entity)
      } else {
        found.add("\(entity): \(path.joined(separator: "."))", at: member.value.location)
      }
    }
  }

  /// The warnings for the members, sorted by name.
  var diagnostics: [Diagnostic] {
    found.warnings("unmapped-member", note: "map it, or list it under 'ignore'") {
      "'\($0)' becomes nothing, in \($1)"
    }
  }
}

extension ObjectMapping {
  /// The paths of all members that are imported.
  var sources: [[String]] {
    attributes.compactMap(\.source) + relationships.map(\.source)
  }
}
