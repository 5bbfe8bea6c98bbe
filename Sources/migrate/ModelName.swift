internal import ArgumentParsing
internal import Files

/// Names of object models, which name folders and types as well.
enum ModelName {
  /// Whether a text consists of letters, digits and underscores, and begins with none of the digits.
  static func isValid(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isXIDStart else { return false }
    return text.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }

  /// The name of the model for whose schema files a folder is meant; nil where it names none.
  static func meant(by folder: String) -> String? {
    let name = FilePath.name(of: FilePath.shortened(folder))
    return isValid(name) ? name : nil
  }
}

extension ValueKind where Value == String {
  /// The name of an object model, which also is the name of a folder.
  static var modelName: Self {
    Self(
      "NAME", expectation: "letters, digits and underscores",
      read: { ModelName.isValid($0) ? $0 : nil })
  }
}
