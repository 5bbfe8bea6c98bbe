/// The constants and functions outside all types, and the constants in extensions, found by name.
///
/// A program of some thousand files is asked for them once for each default value of a model.
struct NamedValues: Sendable {
  /// A declaration, and the file that it is in.
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
    /// The type that is extended.
    var type: WrittenType
  }

  /// The first property of that name in each file, outside all braces.
  private(set) var properties: [String: [Place<PropertyFacts>]] = [:]
  /// The first function of that name in each file that takes nothing, outside all braces.
  private(set) var functions: [String: [Place<FunctionFacts>]] = [:]
  /// The first constant of that name in each extension.
  private(set) var extended: [String: [Place<Extended>]] = [:]

  /// Those of no file.
  init() {}

  /// Those of some files.
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
  /// The declaration in a file, or the only one.
  func seen<Facts>(from file: Int) -> Element? where Element == NamedValues.Place<Facts> {
    first { $0.file == file } ?? (count == 1 ? self[0] : nil)
  }
}
