/// Writes XML documents as Xcode does: four spaces per level, one element per line.
package struct MarkupWriter {
  /// An XML element.
  package struct Element {
    /// The name of the element.
    package var name: String
    /// The attributes, in order.
    package var attributes: [(name: String, value: String)]
    /// The text of the element, if it has no child elements.
    package var text: String
    /// The child elements.
    package var children: [Element]

    /// Creates an element from its parts.
    package init(
      name: String, attributes: [(name: String, value: String)] = [], text: String = "",
      children: [Element] = []
    ) {
      self.name = name
      self.attributes = attributes
      self.text = text
      self.children = children
    }
  }

  private var text = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"

  /// The document with a root element.
  package static func text(of root: Element) -> String {
    var writer = Self()
    writer.write(root, indent: "")
    return writer.text
  }

  private mutating func write(_ element: Element, indent: String) {
    text += "\(indent)<\(element.name)"
    for (name, value) in element.attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
    if element.children.isEmpty {
      text +=
        element.text.isEmpty ? "/>\n" : ">\(Self.content(element.text))</\(element.name)>\n"
      return
    }
    text += ">\n"
    for child in element.children { write(child, indent: indent + "    ") }
    text += "\(indent)</\(element.name)>\n"
  }

  /// A text escaped for the quotes of an attribute.
  package static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: write(scalar, to: &result)
      }
    }
  }

  /// A text escaped for the content of an element.
  package static func content(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { write($1, to: &$0) }
  }

  private static func write(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    default: result.unicodeScalars.append(scalar)
    }
  }
}

extension MarkupWriter.Element {
  /// Adds an attribute, unless the value is nil.
  package mutating func set(_ name: String, _ value: String?) {
    if let value { attributes.append((name, value)) }
  }

  /// Adds an attribute with the value `YES`, if the condition is true.
  package mutating func set(_ name: String, ifTrue isTrue: Bool) {
    if isTrue { attributes.append((name, "YES")) }
  }
}
