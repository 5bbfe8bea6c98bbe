/// An archive of objects that refer to each other by number, in the format of NSKeyedArchiver.
struct KeyedArchive {
  private let objects: [PropertyList]
  /// The root object, which refers to all other objects.
  let root: PropertyList

  /// The archive in a property list; nil for any other property list.
  init?(_ list: PropertyList) {
    guard list["$archiver"]?.text == "NSKeyedArchiver",
      case .array(let objects)? = list["$objects"], let root = list["$top"]?["root"]
    else { return nil }
    self.objects = objects
    self.root = root
  }

  /// The value of a reference; nil for the archive's null object.
  func value(_ reference: PropertyList?) -> PropertyList? {
    guard case .uid(let number)? = reference else { return reference }
    guard objects.indices.contains(number), objects[number] != .string("$null") else { return nil }
    return objects[number]
  }

  /// The value of a field of an object.
  func value(_ key: String, of object: PropertyList) -> PropertyList? { value(object[key]) }

  /// The name of an object's class.
  func className(of object: PropertyList) -> String? {
    value("$class", of: object)?["$classname"]?.text
  }

  /// The text of a field, which is a plain text or an object.
  func text(_ key: String, of object: PropertyList) -> String? {
    value(key, of: object).flatMap { text($0) }
  }

  /// A value as a text, which is a plain text or an object.
  func text(_ reference: PropertyList) -> String? {
    guard let value = value(reference) else { return nil }
    return value.text ?? value["NS.string"]?.text
  }

  /// Whether a field is true.
  func flag(_ key: String, of object: PropertyList) -> Bool {
    switch value(key, of: object) {
    case .bool(let isTrue): isTrue
    case .integer(let number): number != 0
    default: false
    }
  }

  /// The integer of a field.
  func integer(_ key: String, of object: PropertyList) -> Int? {
    value(key, of: object)?.integer.map { Int(clamping: $0) }
  }

  /// The elements of a list or a set in a field.
  func list(_ key: String, of object: PropertyList) -> [PropertyList] {
    value(key, of: object).map { list($0) } ?? []
  }

  /// The elements of a list or a set.
  func list(_ reference: PropertyList) -> [PropertyList] {
    guard let list = value(reference) else { return [] }
    return (list["NS.objects"].flatMap { value($0) } ?? list).elements.compactMap { value($0) }
  }

  /// The members of a dictionary in a field, sorted by their keys.
  ///
  /// Core Data has a separate form for dictionaries with fixed keys.
  func dictionary(
    _ key: String, of object: PropertyList
  ) -> [(key: String, value: PropertyList)] {
    guard let dictionary = value(key, of: object) else { return [] }
    let keys: [PropertyList]
    let values: [PropertyList]
    if let mapping = value("searchMapping", of: dictionary) {
      (keys, values) = (list("keys", of: mapping), list("values", of: dictionary))
    } else {
      (keys, values) = (
        (dictionary["NS.keys"] ?? .array([])).elements,
        (dictionary["NS.objects"] ?? .array([])).elements
      )
    }
    return zip(keys, values).compactMap { key, value in
      text(key).flatMap { name in self.value(value).map { (name, $0) } }
    }
    .sorted { $0.key < $1.key }
  }
}
