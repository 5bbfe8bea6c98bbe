/// An invalid type, default, bound or other key of an attribute.
enum AttributeProblem: SchemaProblem {
  /// A key that only attributes of some types may have.
  enum Key: String {
    case minimum = "min"
    case maximum = "max"
    case pattern
    case storage
    case filePath = "storage: path"
  }

  case unknownType(String, attribute: String)
  case unfitDefault(attribute: String, LiteralMisfit)
  case defaultOutOfBounds(Key, attribute: String)
  case unfitBound(Key, attribute: String, LiteralMisfit)
  case unfitLength(Literal, Key, attribute: String)
  case crossedBounds(attribute: String)
  case unusablePattern(String, attribute: String, reason: String)
  case endlessPattern(String, attribute: String)
  case defaultOffPattern(attribute: String)
  case misplaced(Key, attribute: String, type: AttributeType)

  var code: String {
    switch self {
    case .unknownType: "unknown-type"
    case .unfitDefault, .defaultOutOfBounds, .defaultOffPattern: "invalid-default"
    case .unfitBound, .unfitLength, .crossedBounds: "invalid-bound"
    case .unusablePattern, .endlessPattern: "invalid-pattern"
    case .misplaced: "misplaced-key"
    }
  }

  var description: String {
    switch self {
    case .unknownType(let type, let attribute):
      "the type of '\(attribute)' is '\(type)', which is not declared"
    case .unfitDefault(let attribute, let misfit): "the default of '\(attribute)' \(misfit)"
    case .defaultOutOfBounds(.minimum, let attribute):
      "the default of '\(attribute)' is below its 'min'"
    case .defaultOutOfBounds(_, let attribute): "the default of '\(attribute)' is above its 'max'"
    case .unfitBound(let key, let attribute, let misfit):
      "'\(key.rawValue)' of '\(attribute)' \(misfit)"
    case .unfitLength(let bound, let key, let attribute):
      "'\(key.rawValue)' of '\(attribute)' is \(bound.spelling), which is not the length of a text"
    case .crossedBounds(let attribute): "'min' of '\(attribute)' is above its 'max'"
    case .unusablePattern(let pattern, let attribute, let reason):
      "the pattern '\(pattern)' of '\(attribute)' is no regular expression: \(reason)"
    case .endlessPattern(let pattern, let attribute):
      "the pattern '\(pattern)' of '\(attribute)' takes too long to match against its default: "
        + "write it without looking around, referring back and repeating what repeats"
    case .defaultOffPattern(let attribute):
      "the default of '\(attribute)' does not match its 'pattern'"
    case .misplaced(let key, let attribute, let type):
      "'\(attribute)' is of type '\(type.keyword)', and '\(key.rawValue)' is for \(key.owners)"
    }
  }
}

extension AttributeProblem.Key {
  /// The types that may have the key.
  fileprivate var owners: String {
    switch self {
    case .minimum, .maximum: "numbers, dates and texts"
    case .pattern: "texts"
    case .storage: "'data'"
    case .filePath: "'string' and 'url'"
    }
  }
}
