extension [String] {
  /// The place of a name, which is probably at a given place; nil if the name is not in the list.
  ///
  /// Parts of a model are mostly asked for in the order of their list. Looking at one place is then cheaper
  /// than a hash of the name.
  package func place(of name: String, near place: Int = 0) -> Int? {
    if place < count, self[place] == name { return place }
    return firstIndex(of: name)
  }
}
