/// Writes XML documents in the manner of Xcode: four spaces a level, one element a line.
package struct MarkupWriter {
  /// An element to be written.
  package struct Element {
    /// The element's name.
    package var name: String
    /// Its attributes, in order.
    package var attributes: [(name: String, value: String)]
    /// The text in it, where there are no elements.
    package var text: String
    /// The elements in it.
    package var children: [Element]

    /// An element from its parts.
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

  /// The document with that root element.
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

  /// A text as it stands between the quotes of an attribute.
  package static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: write(scalar, to: &result)
      }
    }
  }

  /// A text as it stands between two tags.
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
  /// Adds an attribute, if there is a value.
  package mutating func set(_ name: String, _ value: String?) {
    if let value { attributes.append((name, value)) }
  }

  /// Adds an attribute that says `YES`, if it is so.
  package mutating func set(_ name: String, ifTrue isTrue: Bool) {
    if isTrue { attributes.append((name, "YES")) }
  }
}
