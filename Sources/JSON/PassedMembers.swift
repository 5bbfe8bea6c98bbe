/// The members of a JSON document that nobody asks for, each by the members that lead to it.
///
/// Those of the elements of a list are members of the list.
package struct PassedMembers: Sendable {
  /// No members.
  package static let none = PassedMembers()

  /// The whole value.
  package static let all = PassedMembers([[]])

  /// Whether the value itself is one, and all that is in it.
  private(set) var isWhole = false
  private var inner: [String: PassedMembers] = [:]

  /// Describes the members that these paths lead to.
  package init(_ paths: some Sequence<[String]> = []) {
    for path in paths { insert(path[...]) }
  }

  /// What is passed over of a member.
  subscript(name: String) -> PassedMembers { inner[name] ?? .none }

  private mutating func insert(_ path: ArraySlice<String>) {
    guard let name = path.first else {
      isWhole = true
      return
    }
    inner[name, default: .none].insert(path.dropFirst())
  }
}
