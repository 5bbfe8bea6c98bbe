internal import Diagnostics
internal import Reports

/// A piece of an HTML page in which every text is escaped.
///
/// A piece is made of texts and elements. Only constants in the source code can be raw markup, so a name from
/// a file is always escaped.
///
/// ```swift
/// HTML.element("p", [.class("doc")], "Tom & ", HTML(name))
/// // <p class="doc">Tom &amp; &lt;name></p>
/// ```
package struct HTML: Hashable, Sendable {
  /// The markup.
  package private(set) var markup: String

  /// An empty piece.
  package static let nothing = HTML(markup: "")

  /// A text, escaped; terminal control characters are made visible.
  package init(_ text: String) { markup = MarkupWriter.content(printable(text)) }

  /// Joins pieces.
  package init(_ pieces: [HTML]) { markup = pieces.map(\.markup).joined() }

  private init(markup: String) { self.markup = markup }

  /// Raw markup from a constant in the source code.
  package static func verbatim(_ markup: StaticString) -> HTML { HTML(markup: "\(markup)") }

  /// An element with content.
  package static func element(
    _ name: StaticString, _ attributes: [Attribute] = [], _ content: HTML...
  ) -> HTML {
    element(name, attributes, content)
  }

  /// An element with content.
  package static func element(
    _ name: StaticString, _ attributes: [Attribute] = [], _ content: [HTML]
  ) -> HTML {
    var markup = "<\(name)"
    for attribute in attributes { markup += attribute.markup }
    markup += ">"
    for piece in content { markup += piece.markup }
    return HTML(markup: markup + "</\(name)>")
  }

  /// An element without content and end tag, such as `br` or `meta`.
  package static func empty(_ name: StaticString, _ attributes: [Attribute] = []) -> HTML {
    HTML(markup: "<\(name)\(attributes.map(\.markup).joined())>")
  }

  /// Joins two pieces.
  package static func + (left: HTML, right: HTML) -> HTML {
    HTML(markup: left.markup + right.markup)
  }
}

extension HTML: ExpressibleByStringInterpolation {
  /// A text, escaped.
  package init(stringLiteral text: String) { self.init(text) }
}

extension HTML {
  /// An attribute of an element; its value is escaped.
  package struct Attribute: Hashable, Sendable {
    fileprivate let markup: String

    /// An attribute from its name and value.
    package init(_ name: StaticString, _ value: String) {
      markup = " \(name)=\"\(MarkupWriter.escaped(printable(value)))\""
    }

    /// A Boolean attribute, such as `open`.
    package init(flag name: StaticString) { markup = " \(name)" }

    /// The classes for the stylesheet.
    package static func `class`(_ names: String) -> Self { Self("class", names) }

    /// The anchor of the element.
    package static func id(_ anchor: Anchor) -> Self { Self("id", anchor.name) }

    /// The tooltip of the element.
    package static func title(_ text: String) -> Self { Self("title", text) }
  }

  /// A link to another place on the page.
  package static func link(
    _ anchor: Anchor, _ attributes: [Attribute] = [], _ content: HTML...
  ) -> HTML {
    element("a", [Attribute("href", "#" + anchor.name)] + attributes, content)
  }

  /// Pieces with a separator.
  package static func list(_ pieces: [HTML], separator: HTML = ", ") -> HTML {
    HTML(pieces.enumerated().flatMap { $0 == 0 ? [$1] : [separator, $1] })
  }
}
