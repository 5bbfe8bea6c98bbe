/// Where a name is looked up: in a file, and in the braces of a type.
struct Scope: Hashable, Sendable {
  /// The file.
  var file: Int
  /// The innermost type around the place, if there is one.
  var type: SourceProgram.TypeID?
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
  /// A type that none of the files declares.
  case unseen(String)
  /// What cannot be a property of a model.
  case unstorable(String)

  /// The type without what makes it optional.
  var unwrapped: SwiftType {
    if case .optional(let type) = self { return type.unwrapped }
    return self
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
