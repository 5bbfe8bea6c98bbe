internal import Diagnostics
internal import SchemaExchange
internal import SchemaYAML

/// The members of the file that became nothing, by their names.
struct StrayMembers {
  /// So many names are told; made-up files have any number.
  private static let limit = 100

  private var found: [String: (count: Int, first: SourceLocation)] = [:]
  private var isCut = false

  /// Notes those of a value from which an object was made.
  mutating func note(_ node: JSONNode, _ mapping: ObjectMapping) {
    let used =
      mapping.attributes.compactMap(\.source) + mapping.relationships.map(\.source)
      + mapping.ignored
    note(node, [], used, mapping.entity)
  }

  private mutating func note(
    _ node: JSONNode, _ path: [String], _ used: [[String]], _ entity: String
  ) {
    guard !used.contains(path), case .object(let members) = node.content else { return }
    for member in members {
      let path = path + [member.name]
      if used.contains(path) { continue }
      if used.contains(where: { $0.starts(with: path) }) {
        note(member.value, path, used, entity)
      } else {
        add("\(entity): \(path.joined(separator: "."))", at: member.value.location)
      }
    }
  }

  private mutating func add(_ name: String, at location: SourceLocation) {
    if let stray = found[name] {
      found[name] = (stray.count + 1, stray.first)
    } else if found.count < Self.limit {
      found[name] = (1, location)
    } else {
      isCut = true
    }
  }

  /// What is told of them, sorted by name.
  var diagnostics: [Diagnostic] {
    var diagnostics = found.sorted { $0.key < $1.key }.map { name, stray in
      Diagnostic(
        code: "unmapped-member", severity: .warning,
        "'\(name)' becomes nothing, in \(Quantity.count(stray.count, "place"))", at: stray.first,
        notes: [.init("map it, or list it under 'ignore'")])
    }
    if isCut, !diagnostics.isEmpty {
      diagnostics[diagnostics.count - 1].notes.append(.init("there are more names than these"))
    }
    return diagnostics
  }
}
