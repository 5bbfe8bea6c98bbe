internal import Diagnostics
internal import JSON

/// A part of a schema that Room exported, which is read member by member.
///
/// Missing and unexpected members are reported.
struct RoomPart {
  private let node: JSONValue
  private let kind: String
  private let log: ImportLog

  /// A part with a description of its kind, such as "an entity".
  init(_ node: JSONValue, _ kind: String, _ log: ImportLog) {
    (self.node, self.kind, self.log) = (node, kind, log)
  }

  var location: SourceLocation { node.location }

  /// The text of a required member.
  func neededText(_ name: String) -> String? {
    guard needs(name) else { return nil }
    return text(name)
  }

  /// The text of an optional member.
  func text(_ name: String) -> String? { value(name, "a text", \.text) }

  /// The integer of a required member.
  func neededNumber(_ name: String) -> Int? {
    guard needs(name) else { return nil }
    return value(name, "a whole number that is not negative") { node in
      node.integer.flatMap { $0 >= 0 ? $0 : nil }
    }
  }

  /// Whether an optional member is true.
  func flag(_ name: String) -> Bool {
    value(name, "true or false") { node in
      guard case .bool(let isTrue) = node.content else { return nil }
      return isTrue
    } ?? false
  }

  /// The object of an optional member.
  func part(_ name: String, _ kind: String) -> RoomPart? {
    value(name, "an object") { node in
      guard case .object = node.content else { return nil }
      return RoomPart(node, kind, log)
    }
  }

  /// The objects of an optional list.
  func parts(_ name: String, _ kind: String) -> [RoomPart] {
    list(name).compactMap { node in
      guard case .object = node.content else {
        log.report(
          .wrongMember(name, of: self.kind, expected: "a list of objects"), at: node.location)
        return nil
      }
      return RoomPart(node, kind, log)
    }
  }

  /// The objects of a required list.
  func neededParts(_ name: String, _ kind: String) -> [RoomPart] {
    needs(name) ? parts(name, kind) : []
  }

  /// The texts of an optional list.
  func texts(_ name: String) -> [String] {
    list(name).compactMap { node in
      guard let text = node.text else {
        log.report(.wrongMember(name, of: kind, expected: "a list of texts"), at: node.location)
        return nil
      }
      return text
    }
  }

  private func list(_ name: String) -> [JSONValue] {
    value(name, "a list") { node in
      guard case .array(let elements) = node.content else { return nil }
      return elements
    } ?? []
  }

  /// Whether a member exists; a missing member is reported.
  private func needs(_ name: String) -> Bool {
    guard member(name) == nil else { return true }
    log.report(.missingMember(name, of: kind), at: node.location)
    return false
  }

  private func value<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let member = member(name) else { return nil }
    guard let value = read(member) else {
      log.report(.wrongMember(name, of: kind, expected: expected), at: member.location)
      return nil
    }
    return value
  }

  /// The value of a member; nil if it is missing or `null`.
  private func member(_ name: String) -> JSONValue? {
    node[name].flatMap { $0.content == .null ? nil : $0 }
  }
}
