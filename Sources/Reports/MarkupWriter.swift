/// Writes XML documents in the manner of Xcode: four spaces a level, one element a line.
struct MarkupWriter {
  /// An element to be written.
  struct Element {
    /// The element's name.
    var name: String
    /// Its attributes, in order.
    var attributes: [(name: String, value: String)] = []
    /// The elements in it.
    var children: [Element] = []
  }

  private var text = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"

  /// The document with that root element.
  static func text(of root: Element) -> String {
    var writer = Self()
    writer.write(root, indent: "")
    return writer.text
  }

  private mutating func write(_ element: Element, indent: String) {
    text += "\(indent)<\(element.name)"
    for (name, value) in element.attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
    guard !element.children.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in element.children { write(child, indent: indent + "    ") }
    text += "\(indent)</\(element.name)>\n"
  }

  static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension MarkupWriter.Element {
  /// Adds an attribute, if there is a value.
  mutating func set(_ name: String, _ value: String?) {
    if let value { attributes.append((name, value)) }
  }

  /// Adds an attribute that says `YES`, if it is so.
  mutating func set(_ name: String, ifTrue isTrue: Bool) {
    if isTrue { attributes.append((name, "YES")) }
  }
}
