/// The constants and functions outside all types, and the constants in extensions, by name.
///
/// A large program looks one up for each default value of a model.
struct NamedValues: Sendable {
  /// A declaration, and the file that contains it.
  struct Place<Facts: Sendable>: Sendable {
    /// The file.
    var file: Int
    /// The declaration.
    var facts: Facts
  }

  /// A constant in an extension.
  struct Extended: Sendable {
    /// The constant.
    var facts: PropertyFacts
    /// The extended type.
    var type: WrittenType
  }

  /// The first property of each name in each file, outside all braces.
  private(set) var properties: [String: [Place<PropertyFacts>]] = [:]
  /// The first function of each name in each file, without parameters and outside all braces.
  private(set) var functions: [String: [Place<FunctionFacts>]] = [:]
  /// The first constant of each name in each extension.
  private(set) var extended: [String: [Place<Extended>]] = [:]

  /// An empty collection.
  init() {}

  /// Collects the values of the files.
  init(_ files: [FileFacts]) {
    for (file, facts) in files.enumerated() {
      for property in facts.members.properties
      where properties[property.name]?.last?.file != file {
        properties[property.name, default: []].append(Place(file: file, facts: property))
      }
      for function in facts.members.functions
      where function.parameters.isEmpty && functions[function.name]?.last?.file != file {
        functions[function.name, default: []].append(Place(file: file, facts: function))
      }
      for part in facts.extensions { add(part, in: file) }
    }
  }

  private mutating func add(_ part: ExtensionFacts, in file: Int) {
    var known: Set<String> = []
    for property in part.members.properties where property.isStatic {
      guard known.insert(property.name).inserted else { continue }
      extended[property.name, default: []].append(
        Place(file: file, facts: Extended(facts: property, type: part.extended)))
    }
  }
}

extension Array {
  /// The declaration in the given file; otherwise the only one, if there is exactly one.
  func seen<Facts>(from file: Int) -> Element? where Element == NamedValues.Place<Facts> {
    first { $0.file == file } ?? (count == 1 ? self[0] : nil)
  }
}
