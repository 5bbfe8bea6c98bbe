/// A type as the source spells it, before anybody knows what the names mean.
indirect enum WrittenType: Hashable, Sendable {
  /// A name, or several with dots between: `Book`, `SchemaV1.Book`, `Optional<Book>`.
  case named([Component])
  /// `T?` or `T!`.
  case optional(WrittenType)
  /// `[T]`.
  case array(WrittenType)
  /// `[K: V]`.
  case dictionary(WrittenType, WrittenType)
  /// What no model can store: tuples, functions, existentials; with its text.
  case other(String)

  /// One name of a path, with its generic arguments.
  struct Component: Hashable, Sendable {
    /// The name, without backticks.
    var name: String
    /// What stands between its angle brackets.
    var arguments: [WrittenType] = []
  }

  /// A type of one name.
  static func name(_ name: String) -> Self { .named([Component(name: name)]) }
}

extension WrittenType: CustomStringConvertible {
  /// The type as one writes it.
  var description: String {
    switch self {
    case .named(let components): components.map(\.description).joined(separator: ".")
    case .optional(let type): "\(type)?"
    case .array(let element): "[\(element)]"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .other(let text): text
    }
  }
}

extension WrittenType.Component: CustomStringConvertible {
  /// The name, with its arguments if there are any.
  var description: String {
    arguments.isEmpty
      ? name : "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
  }
}
