internal import SchemaExchange
internal import SchemaModel

extension ModelDiagram {
  /// The diagram as an SVG element; the stylesheet of the page sets its colours.
  ///
  /// The name of an entity is a link to its anchor.
  package func svg(_ layout: DiagramLayout, named name: String, entity: (String) -> Anchor) -> HTML
  {
    let margin = 10.0
    let (width, height) = (layout.size.width + margin * 2, layout.size.height + margin * 2)
    let lines = zip(links, layout.curves).map { link, curve in line(link, curve) }
    let boxes = boxes.indices.map { position in
      drawing(of: position, at: layout.origins[position], entity(self.boxes[position].entity))
    }
    let plates = labels.enumerated().map { position, label in
      drawing(of: label, self.boxes.count + position, layout)
    }
    return .element(
      "svg",
      [
        .class("diagram"), .init("role", "img"), .init("aria-label", "Diagram of \(name)"),
        .init("width", Self.number(width)), .init("height", Self.number(height)),
        .init("style", "min-width: \(Self.number(width * Self.leastScale))px"),
        .init(
          "viewBox",
          "\(Self.number(-margin)) \(Self.number(-margin)) \(Self.number(width)) \(Self.number(height))"
        ),
      ], lines + boxes + plates)
  }

  /// The smallest scale at which a diagram is still readable.
  private static let leastScale = 0.6

  /// The markers for the ends of lines, shared by all diagrams of a page.
  package static let markers: HTML = .verbatim(
    """
    <svg class="markers" width="0" height="0" aria-hidden="true"><defs>
    <marker id="page.end-one" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="9" markerHeight="9" \
    markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="full" \
    d="M0 1L10 5L0 9z"></path></marker>
    <marker id="page.end-many" viewBox="0 0 12 12" refX="12" refY="6" markerWidth="13" markerHeight="13" \
    markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="open" \
    d="M12 1L1 6L12 11M1 6H12"></path></marker>
    <marker id="page.end-parent" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="13" markerHeight="13" \
    markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="hollow" \
    d="M1 1L11 6L1 11z"></path></marker>
    </defs></svg>
    """)

  /// A number with at most one digit after the point.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, digit) = (tenths.magnitude / 10, tenths.magnitude % 10)
    return digit == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(digit)"
  }
}

// MARK: - Parts

extension ModelDiagram {
  private func line(_ link: Link, _ curve: [DiagramPoint]) -> HTML {
    var attributes: [HTML.Attribute] = [
      .class(link.start == .parent ? "line inherits" : "line"), .init("d", Self.path(curve)),
    ]
    if let start = link.start {
      attributes.append(.init("marker-start", "url(#page.end-\(start.rawValue))"))
    }
    if let end = link.end {
      attributes.append(.init("marker-end", "url(#page.end-\(end.rawValue))"))
    }
    return .element("path", attributes)
  }

  private static func path(_ curve: [DiagramPoint]) -> String {
    curve.enumerated().map { position, point in
      let command = position == 0 ? "M" : position == 1 ? "C" : " "
      return "\(command)\(number(point.x)) \(number(point.y))"
    }.joined()
  }

  private func drawing(of place: Int, at origin: DiagramPoint, _ anchor: Anchor) -> HTML {
    let (box, size) = (boxes[place], graph.boxes[place])
    let rows = box.rows.enumerated().map { position, row in
      drawing(of: row, at: Box.headHeight + Double(position) * Box.rowHeight + 16, size.width)
    }
    let rest =
      box.furtherCount == 0
      ? HTML.nothing
      : Self.text(
        "… \(box.furtherCount) more", "more", x: 12,
        y: Box.headHeight + Double(box.rows.count) * Box.rowHeight + 16)
    return .element(
      "g",
      [
        .class(box.isAbstract ? "entity abstract" : "entity"),
        .init("transform", "translate(\(Self.number(origin.x)) \(Self.number(origin.y)))"),
      ],
      [
        Self.rectangle("body", DiagramPoint(0, 0), size),
        Self.rectangle(
          "head", DiagramPoint(0, 0), DiagramSize(width: size.width, height: Box.headHeight)),
        .link(
          anchor, [],
          .element("title", [], HTML(box.entity)),
          Self.text(box.shownTitle, "name", x: 12, y: 20)),
      ] + rows + [rest])
  }

  private func drawing(of row: Row, at y: Double, _ width: Double) -> HTML {
    .element(
      "g", [.class(row.isUnique ? "row unique" : "row")],
      .element("title", [], HTML("\(row.name): \(row.type)" + (row.isUnique ? ", unique" : ""))),
      Self.text(row.shownName, "property", x: 12, y: y),
      Self.text(row.shownType, "type", x: width - 12, y: y, isAtEnd: true))
  }

  private func drawing(of label: Label, _ node: Int, _ layout: DiagramLayout) -> HTML {
    let (origin, size) = (layout.origins[node], graph.boxes[node])
    let middle = origin.x + size.width / 2
    let lines = label.lines.enumerated().map { position, line in
      let target = line.target
      let isRight = layout.origins[target].x + graph.boxes[target].width / 2 > middle
      let arrow: HTML = label.isLoop ? "↺ " : isRight ? "→ " : "← "
      let y = Label.lineHeight * Double(position) + 15
      return HTML.element(
        "text", [.class("label"), .init("x", "10"), .init("y", Self.number(y))],
        arrow, HTML(line.name + " "),
        .element("tspan", [.class("rule \(line.rule)")], HTML(line.rule)))
    }
    return .element(
      "g",
      [
        .class("link"),
        .init("transform", "translate(\(Self.number(origin.x)) \(Self.number(origin.y)))"),
      ], [Self.rectangle("plate", DiagramPoint(0, 0), size)] + lines)
  }

  private static func rectangle(
    _ style: String, _ origin: DiagramPoint, _ size: DiagramSize
  ) -> HTML {
    .element(
      "rect",
      [
        .class(style), .init("x", number(origin.x)), .init("y", number(origin.y)),
        .init("width", number(size.width)), .init("height", number(size.height)),
        .init("rx", "6"),
      ])
  }

  private static func text(
    _ text: String, _ style: String, x: Double, y: Double, isAtEnd: Bool = false
  ) -> HTML {
    .element(
      "text",
      [.class(style), .init("x", number(x)), .init("y", number(y))]
        + (isAtEnd ? [.init("text-anchor", "end")] : []), HTML(text))
  }
}
