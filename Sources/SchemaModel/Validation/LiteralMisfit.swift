/// A reason why a literal cannot be a value of a type.
indirect enum LiteralMisfit: Hashable {
  /// The literal is of another kind.
  case kind(Literal, type: String)
  /// The literal is an integer that the type cannot hold.
  case range(Int64, type: String)
  /// The literal is a text that does not spell a value of the type.
  case spelling(String, type: String)
  /// The literal is not a case of the enumeration.
  case unknownCase(String)
  /// An element of the literal does not fit.
  case element(Int, LiteralMisfit)
  /// A part of the literal does not fit.
  case part(String, LiteralMisfit)
  /// The composite has no such part.
  case unknownPart(String, composite: String)
  /// The composite requires a part that is missing.
  case missingPart(String, composite: String)
  /// The value is generated for every object, and is not of the type.
  case generated(String, type: String)
  /// The literal is a negative length.
  case negativeLength(Int64)
}

extension LiteralMisfit: CustomStringConvertible {
  /// The reason as a clause that follows 'the default of 'Book.pages''.
  var description: String {
    switch self {
    case .kind(let literal, let type): "is \(literal.spelling), which is not of type '\(type)'"
    case .range(let number, let type): "is \(number), which '\(type)' cannot hold"
    case .spelling(let text, let type): "is '\(text)', which is not of type '\(type)'"
    case .unknownCase(let name): "is '\(name)', which is not one of the cases"
    case .element(let position, let misfit):
      "has an element, number \(position + 1), that \(misfit)"
    case .part(let name, let misfit): "has a part '\(name)' that \(misfit)"
    case .unknownPart(let name, let composite): "has a part '\(name)', which '\(composite)' has not"
    case .missingPart(let name, let composite):
      "lacks the part '\(name)', which '\(composite)' requires"
    case .generated(let call, let type): "is \(call), which is not of type '\(type)'"
    case .negativeLength(let number): "is \(number), and no length is below zero"
    }
  }
}

extension Literal {
  /// The literal in a message.
  var spelling: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "'\(value)'"
    case .date: "a date"
    case .data: "bytes"
    case .array: "a list"
    case .object: "a mapping"
    }
  }
}
