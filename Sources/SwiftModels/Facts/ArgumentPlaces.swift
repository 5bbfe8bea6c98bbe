extension [FunctionFacts.Parameter] {
  /// Maps each argument to the index of its parameter.
  ///
  /// A trailing closure has no label: it belongs to the next parameter that is a function.
  func places(of arguments: [Argument]) -> [Int?] {
    var next = 0
    var begun: Int?
    return arguments.enumerated().map { index, argument in
      let label = argument.label
      var place = next
      while place < count {
        let parameter = self[place]
        let follows =
          label == nil && (index == arguments.count - 1 || argument.value.closure != nil)
        let isMatch =
          parameter.label == label && !skips(argument, place)
          || follows && parameter.type.isFunction
        if isMatch {
          begun = parameter.isVariadic ? place : nil
          next = parameter.isVariadic ? place : place + 1
          return place
        }
        if label == nil, begun == place, !skips(argument, place) { return place }
        guard parameter.hasDefault || parameter.isVariadic else { return nil }
        place += 1
      }
      return nil
    }
  }

  /// Whether a closure cannot be a value of a variadic parameter, because a later parameter is a function.
  private func skips(_ argument: Argument, _ place: Int) -> Bool {
    argument.value.closure != nil && self[place].isVariadic && !self[place].type.isFunction
      && self[(place + 1)...].contains { $0.type.isFunction }
  }
}

extension WrittenType {
  /// Whether the values of the type are functions, as far as its spelling shows.
  fileprivate var isFunction: Bool {
    switch self {
    case .other(let text): text.contains("->")
    case .optional(let inner): inner.isFunction
    case .named, .array, .dictionary: false
    }
  }
}
