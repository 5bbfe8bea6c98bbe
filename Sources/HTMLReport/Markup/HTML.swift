internal import Diagnostics
internal import Reports

/// A piece of an HTML page, in which every text is escaped.
///
/// A piece is made of texts and elements. Only constants of the source can be markup as they stand, so
/// no name from a file ever is.
///
/// ```swift
/// HTML.element("p", [.class("doc")], "Tom & ", HTML(name))
/// // <p class="doc">Tom &amp; &lt;name></p>
/// ```
package struct HTML: Hashable, Sendable {
  /// The markup.
  package private(set) var markup: String

  /// Nothing.
  package static let nothing = HTML(markup: "")

  /// A text, escaped; what would command a terminal is made visible.
  package init(_ text: String) { markup = MarkupWriter.content(printable(text)) }

  /// Pieces one after the other.
  package init(_ pieces: [HTML]) { markup = pieces.map(\.markup).joined() }

  private init(markup: String) { self.markup = markup }

  /// Markup that the source itself contains.
  package static func verbatim(_ markup: StaticString) -> HTML { HTML(markup: "\(markup)") }

  /// An element with what is in it.
  package static func element(
    _ name: StaticString, _ attributes: [Attribute] = [], _ content: HTML...
  ) -> HTML {
    element(name, attributes, content)
  }

  /// An element with what is in it.
  package static func element(
    _ name: StaticString, _ attributes: [Attribute] = [], _ content: [HTML]
  ) -> HTML {
    var markup = "<\(name)"
    for attribute in attributes { markup += attribute.markup }
    markup += ">"
    for piece in content { markup += piece.markup }
    return HTML(markup: markup + "</\(name)>")
  }

  /// An element that has no content and no end tag, such as `br` or `meta`.
  package static func empty(_ name: StaticString, _ attributes: [Attribute] = []) -> HTML {
    HTML(markup: "<\(name)\(attributes.map(\.markup).joined())>")
  }

  /// Two pieces one after the other.
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

    /// An attribute that is there or not, such as `open`.
    package init(flag name: StaticString) { markup = " \(name)" }

    /// The classes, by which the stylesheet knows the element.
    package static func `class`(_ names: String) -> Self { Self("class", names) }

    /// The name by which links lead to the element.
    package static func id(_ anchor: Anchor) -> Self { Self("id", anchor.name) }

    /// A remark that is shown where the element is pointed at.
    package static func title(_ text: String) -> Self { Self("title", text) }
  }

  /// A link to another place of the page.
  package static func link(
    _ anchor: Anchor, _ attributes: [Attribute] = [], _ content: HTML...
  ) -> HTML {
    element("a", [Attribute("href", "#" + anchor.name)] + attributes, content)
  }

  /// Pieces with a text between each two of them.
  package static func list(_ pieces: [HTML], separator: HTML = ", ") -> HTML {
    HTML(pieces.enumerated().flatMap { $0 == 0 ? [$1] : [separator, $1] })
  }
}
