package import Diagnostics

/// An element of an XML document, and where it stands.
package struct MarkupElement: Hashable, Sendable {
  /// A name and a value in an element's start tag.
  package struct Attribute: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value, with its references replaced.
    package var value: String
    /// Where the name begins.
    package var location: SourceLocation
  }

  /// The element's name.
  package var name: String
  /// Its attributes, in the order in which they are written.
  package var attributes: [Attribute] = []
  /// The elements directly in it.
  package var children: [MarkupElement] = []
  /// The text directly in it, all of it in one piece.
  package var text = ""
  /// Where its start tag begins.
  package var location: SourceLocation
}

extension MarkupElement {
  /// The attribute of that name, if there is one.
  package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The elements of that name directly in it.
  package func children(named name: String) -> [MarkupElement] {
    children.filter { $0.name == name }
  }

  /// The first element of that name directly in it.
  package func child(_ name: String) -> MarkupElement? { children.first { $0.name == name } }
}
