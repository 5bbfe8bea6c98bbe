internal import Diagnostics
internal import JSON
internal import SchemaYAML

extension ObjectMapping {
  /// The problems of a value that is not an object, although the mapping reads members of it.
  ///
  /// A missing or null member is not a problem here.
  func shapeProblems(of node: JSONValue) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let readers =
      attributes.compactMap { mapping in mapping.source.map { ($0, mapping.attribute) } }
      + relationships.map { ($0.source, $0.relationship) }
    for (path, property) in readers {
      guard let (place, member) = node.firstWithoutMembers(on: path) else { continue }
      // If several members of one value are read, only the first is reported.
      guard !problems.contains(where: { $0.location == place.location }) else { continue }
      problems.append(
        Diagnostic(
          code: "unusable-value",
          "\(place.phrase) is no object, and '\(entity).\(property)' comes from its member '\(member)'",
          at: place.location))
    }
    return problems
  }
}

extension JSONValue {
  /// The first value on a path that is not an object, with the member that it should have.
  ///
  /// The result is nil if the path leads to its end, or to a missing or null member.
  fileprivate func firstWithoutMembers(on path: [String]) -> (JSONValue, member: String)? {
    var node = self
    for (depth, name) in path.enumerated() {
      guard case .object = node.content else {
        return node.content == .null && depth > 0 ? nil : (node, name)
      }
      guard let next = node[name] else { return nil }
      node = next
    }
    return nil
  }
}
