/// The members of a JSON document that are skipped, each given by the path of member names.
///
/// The members of the elements of a list count as members of the list.
package struct PassedMembers: Sendable {
  /// No members.
  package static let none = PassedMembers()

  /// The whole value.
  package static let all = PassedMembers([[]])

  /// Whether the whole value is skipped.
  private(set) var isWhole = false
  private var inner: [String: PassedMembers] = [:]

  /// The members at the given paths.
  package init(_ paths: some Sequence<[String]> = []) {
    for path in paths { insert(path[...]) }
  }

  /// The skipped members of a member.
  subscript(name: String) -> PassedMembers { inner[name] ?? .none }

  private mutating func insert(_ path: ArraySlice<String>) {
    guard let name = path.first else {
      isWhole = true
      return
    }
    inner[name, default: .none].insert(path.dropFirst())
  }
}
