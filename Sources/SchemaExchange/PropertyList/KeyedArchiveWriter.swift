/// Writes an archive of objects that refer to each other by number, in the format of NSKeyedArchiver.
package struct KeyedArchiveWriter {
  /// The classes in archives of models, each with its superclasses.
  private static let ancestors: [String: [String]] = [
    "NSAttributeDescription": ["NSPropertyDescription"],
    "NSCompositeAttributeDescription": ["NSAttributeDescription", "NSPropertyDescription"],
    "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue"],
    "NSDerivedAttributeDescription": ["NSAttributeDescription", "NSPropertyDescription"],
    "NSConstantValueExpression": ["NSExpression"],
    "NSFunctionExpression": ["NSExpression"],
    "NSKeyPathExpression": ["NSFunctionExpression", "NSExpression"],
    "NSKeyPathSpecifierExpression": ["NSExpression"],
    "NSKnownKeysDictionary1": ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary"],
    "NSKnownKeysMappingStrategy1": ["NSKnownKeysMappingStrategy"],
    "NSMutableArray": ["NSArray"],
    "NSMutableDictionary": ["NSDictionary"],
    "NSRelationshipDescription": ["NSPropertyDescription"],
    "NSSelfExpression": ["NSExpression"],
  ]

  /// The reference to the null object.
  static let null = PropertyList.uid(0)

  private var objects: [PropertyList] = [.string("$null")]
  private var values: [PropertyList: PropertyList] = [:]

  /// An empty archive.
  init() {}

  /// A reference to an object that is written later.
  mutating func reserve() -> PropertyList {
    objects.append(.string("$null"))
    return .uid(objects.count - 1)
  }

  /// Writes an object under a reserved reference.
  mutating func write(
    _ reference: PropertyList, _ className: String, _ fields: [String: PropertyList]
  ) {
    guard case .uid(let number) = reference else { return }
    objects[number] = .dictionary(fields.merging(["$class": classReference(className)]) { $1 })
  }

  /// Writes an object, and returns a reference to it.
  mutating func object(_ className: String, _ fields: [String: PropertyList]) -> PropertyList {
    let reference = reserve()
    write(reference, className, fields)
    return reference
  }

  /// A reference to a plain value, which is written only once.
  mutating func value(_ value: PropertyList) -> PropertyList {
    if let known = values[value] { return known }
    objects.append(value)
    let reference = PropertyList.uid(objects.count - 1)
    values[value] = reference
    return reference
  }

  /// A reference to a text; to the null object if the text is nil.
  mutating func text(_ text: String?) -> PropertyList {
    text.map { value(.string($0)) } ?? Self.null
  }

  /// Writes a list or a set.
  mutating func list(_ className: String, _ elements: [PropertyList]) -> PropertyList {
    object(className, ["NS.objects": .array(elements)])
  }

  /// Writes a dictionary.
  mutating func dictionary(
    _ className: String, _ members: [(key: String, value: PropertyList)]
  ) -> PropertyList {
    let keys = members.map { text($0.key) }
    return object(
      className, ["NS.keys": .array(keys), "NS.objects": .array(members.map(\.value))])
  }

  private mutating func classReference(_ name: String) -> PropertyList {
    let chain = [name] + (Self.ancestors[name] ?? []) + ["NSObject"]
    return value(
      .dictionary([
        "$classname": .string(name), "$classes": .array(chain.map { .string($0) }),
      ]))
  }

  /// The bytes of the archive with this root object.
  func bytes(root: PropertyList) -> [UInt8] {
    BinaryPropertyList.bytes(
      of: .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": root]), "$objects": .array(objects),
      ]))
  }

  /// An archive that contains only a text.
  package static func archive(ofText text: String) -> [UInt8] {
    var writer = Self()
    let root = writer.text(text)
    return writer.bytes(root: root)
  }
}
