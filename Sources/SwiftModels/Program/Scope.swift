/// The scope in which a name is looked up: a file, and the braces of a type.
struct Scope: Hashable, Sendable {
  /// The file.
  var file: Int
  /// The innermost surrounding type, if there is one.
  var type: SourceProgram.TypeID?
  /// The known types that the generic parameters of that type stand for.
  var arguments: [String: SwiftType] = [:]
}

/// A type whose names have been looked up.
indirect enum SwiftType: Hashable, Sendable {
  /// A platform type that a store keeps unchanged.
  case scalar(StoredScalar)
  /// An optional.
  case optional(SwiftType)
  /// A list.
  case array(SwiftType)
  /// A set.
  case set(SwiftType)
  /// A dictionary.
  case dictionary
  /// A type declared in one of the files.
  case declared(SourceProgram.TypeID)
  /// A generic type declared in one of the files, with its generic arguments.
  case generic(SourceProgram.TypeID, [SwiftType])
  /// A type that no file declares.
  case unseen(String)
  /// A type that cannot be a property of a model.
  case unstorable(String)

  /// The type without its optionals.
  var unwrapped: SwiftType {
    if case .optional(let type) = self { return type.unwrapped }
    return self
  }

  /// The number of nested types.
  var depth: Int {
    switch self {
    case .optional(let type), .array(let type), .set(let type): type.depth + 1
    case .generic(_, let arguments): (arguments.map(\.depth).max() ?? 0) + 1
    case .scalar, .dictionary, .declared, .unseen, .unstorable: 1
    }
  }

  /// The type's declaration, if one of the files contains it.
  var declaration: SourceProgram.TypeID? {
    switch unwrapped {
    case .declared(let id), .generic(let id, _): id
    default: nil
    }
  }

  /// Whether the type is an optional.
  var isOptional: Bool {
    if case .optional = self { return true }
    return false
  }

  /// The type of the elements of a list or set, optional or not.
  var element: SwiftType? {
    switch unwrapped {
    case .array(let element), .set(let element): element
    default: nil
    }
  }
}
