internal import Diagnostics
internal import JSON
internal import SchemaYAML

extension ObjectMapping {
  /// What is wrong with a value of which this mapping reads members: where something else stands than
  /// an object, nothing would come of it.
  ///
  /// A member that is missing or null is none, and no problem here.
  func shapeProblems(of node: JSONValue) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let readers =
      attributes.compactMap { mapping in mapping.source.map { ($0, mapping.attribute) } }
      + relationships.map { ($0.source, $0.relationship) }
    for (path, property) in readers {
      guard let (place, member) = node.firstWithoutMembers(on: path) else { continue }
      // Of several members of one value, the first is reported.
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
  /// The first value on the way to a member that is no object, with the member that it should have;
  /// nil where the way leads on, or ends at what is missing or null.
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
