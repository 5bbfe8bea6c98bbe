internal import ArgumentParsing
internal import Files

/// Names of object models, which are also the names of folders and types.
enum ModelName {
  /// Whether a text consists of letters, digits and underscores, and does not begin with a digit.
  static func isValid(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isXIDStart else { return false }
    return text.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }

  /// The name of the model for which a folder of schema files is meant; nil if the folder's name is not
  /// valid.
  static func meant(by folder: String) -> String? {
    let name = FilePath.name(of: FilePath.shortened(folder))
    return isValid(name) ? name : nil
  }
}

extension ValueKind where Value == String {
  /// The name of an object model, which is also the name of a folder.
  static var modelName: Self {
    Self(
      "NAME", expectation: "letters, digits and underscores",
      read: { ModelName.isValid($0) ? $0 : nil })
  }
}
