package import Diagnostics

/// An element of an XML document, with its place.
package struct MarkupElement: Hashable, Sendable {
  /// A name and a value in an element's start tag.
  package struct Attribute: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value, with its references replaced.
    package var value: String
    /// The place of the name.
    package var location: SourceLocation
  }

  /// The element's name.
  package var name: String
  /// Its attributes, in the order in which they are written.
  package var attributes: [Attribute] = []
  /// The direct child elements.
  package var children: [MarkupElement] = []
  /// The text directly in the element, joined.
  package var text = ""
  /// The place of the start tag.
  package var location: SourceLocation
}

extension MarkupElement {
  /// The attribute with this name, if it exists.
  package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The direct child elements with this name.
  package func children(named name: String) -> [MarkupElement] {
    children.filter { $0.name == name }
  }

  /// The first direct child element with this name.
  package func child(_ name: String) -> MarkupElement? { children.first { $0.name == name } }
}
