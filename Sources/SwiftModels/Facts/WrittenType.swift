/// A type as the source spells it, before its names are looked up.
indirect enum WrittenType: Hashable, Sendable {
  /// A name, or several with dots between: `Book`, `SchemaV1.Book`, `Optional<Book>`.
  case named([Component])
  /// `T?` or `T!`.
  case optional(WrittenType)
  /// `[T]`.
  case array(WrittenType)
  /// `[K: V]`.
  case dictionary(WrittenType, WrittenType)
  /// A type that no model can store, as text: a tuple, a function or an existential.
  case other(String)

  /// One name of a path, with its generic arguments.
  struct Component: Hashable, Sendable {
    /// The name, without backticks.
    var name: String
    /// The generic arguments.
    var arguments: [WrittenType] = []
  }

  /// A type with a single name.
  static func name(_ name: String) -> Self { .named([Component(name: name)]) }
}

extension WrittenType: CustomStringConvertible {
  /// The type as Swift source.
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
  /// The name, with its generic arguments if there are any.
  var description: String {
    arguments.isEmpty
      ? name : "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
  }
}
