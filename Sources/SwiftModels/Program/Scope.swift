/// Where a name is looked up: in a file, and in the braces of a type.
struct Scope: Hashable, Sendable {
  /// The file.
  var file: Int
  /// The innermost type around the place, if there is one.
  var type: SourceProgram.TypeID?
  /// What the generic parameters of that type stand for, as far as it is known.
  var arguments: [String: SwiftType] = [:]
}

/// A type, with its names understood.
indirect enum SwiftType: Hashable, Sendable {
  /// One of the platform's types that a store keeps as it is.
  case scalar(StoredScalar)
  /// A value that may be absent.
  case optional(SwiftType)
  /// A list.
  case array(SwiftType)
  /// A set of values without order.
  case set(SwiftType)
  /// Values by key.
  case dictionary
  /// A type that one of the files declares.
  case declared(SourceProgram.TypeID)
  /// A generic type that one of the files declares, with what its parameters stand for.
  case generic(SourceProgram.TypeID, [SwiftType])
  /// A type that none of the files declares.
  case unseen(String)
  /// What cannot be a property of a model.
  case unstorable(String)

  /// The type without what makes it optional.
  var unwrapped: SwiftType {
    if case .optional(let type) = self { return type.unwrapped }
    return self
  }

  /// How many types deep the type is.
  var depth: Int {
    switch self {
    case .optional(let type), .array(let type), .set(let type): type.depth + 1
    case .generic(_, let arguments): (arguments.map(\.depth).max() ?? 0) + 1
    case .scalar, .dictionary, .declared, .unseen, .unstorable: 1
    }
  }

  /// The declaration of the type, where one of the files has it.
  var declaration: SourceProgram.TypeID? {
    switch unwrapped {
    case .declared(let id), .generic(let id, _): id
    default: nil
    }
  }

  /// Whether a value may be absent.
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
