internal import SchemaModel

/// Creates valid schema names from names in a database, which may be any text.
enum IdentifierMaker {
  /// The name itself, or the most similar valid name: `OrderDetails` for `Order Details`.
  static func identifier(_ name: String) -> String {
    var result = ""
    var isWordStart = false
    for scalar in name.unicodeScalars {
      guard scalar == "_" || scalar.properties.isXIDContinue else {
        isWordStart = true
        continue
      }
      let letter =
        isWordStart && !result.isEmpty ? scalar.properties.uppercaseMapping : String(scalar)
      result += letter
      isWordStart = false
    }
    if !(result.unicodeScalars.first.map { $0 == "_" || $0.properties.isXIDStart } ?? false) {
      result = "_" + result
    }
    return Identifier.isReserved(result) ? "x" + result : result
  }

  /// The identifier for a name, with a number if the identifier is already used.
  static func name(of text: String, taken: inout Set<String>) -> String {
    let identifier = identifier(text)
    var name = identifier
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(identifier)\(number)"
      number += 1
    }
    return name
  }
}
