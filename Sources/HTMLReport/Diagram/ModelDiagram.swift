internal import Reports
internal import SchemaExchange
package import SchemaModel

/// The entities of a schema as boxes with their attributes, connected by relationships.
///
/// ```swift
/// let diagram = ModelDiagram(of: schema)
/// diagram.svg(DiagramLayout.layered(diagram.graph), entity: { anchor(of: $0) })
/// ```
package struct ModelDiagram: Hashable, Sendable {
  /// An attribute in the box of its entity.
  struct Row: Hashable {
    var name: String
    var type: String
    /// Whether the attribute's values are unique.
    var isUnique: Bool
  }

  /// The box of an entity.
  struct Box: Hashable {
    var entity: String
    var isAbstract: Bool
    var rows: [Row]
    /// The number of attributes that are left out.
    var furtherCount: Int
  }

  /// The label between two entities, with a line for each relationship between them.
  struct Label: Hashable {
    struct Line: Hashable {
      var relationship: Relationship
      /// The box of the destination.
      var target: Int
    }
    var lines: [Line]
    /// Whether both ends are the same entity.
    var isLoop: Bool
  }

  /// A line of the diagram.
  struct Link: Hashable {
    /// The shape at the end of a link.
    enum End: String {
      case one, many, parent
    }
    /// The shapes at the start and the end of the edge; nil for a plain line.
    var start: End?
    var end: End?
  }

  let boxes: [Box]
  let labels: [Label]
  /// The link of each edge of the graph.
  let links: [Link]
  /// The boxes, followed by the labels; each label is connected with both of its entities.
  package let graph: DiagramGraph

  /// The diagram of a schema.
  package init(of schema: Schema) {
    boxes = schema.entities.map { Box($0) }
    let places = Dictionary(
      schema.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var (labels, links): ([Label], [Link]) = ([], [])
    var edges: [DiagramGraph.Edge] = []
    for association in schema.associations {
      let (near, far) = (association.primary, association.inverse)
      let target = far?.entity ?? near.relationship.destination
      guard let source = places[near.entity], let target = places[target] else { continue }
      let place = boxes.count + labels.count
      // The owner is on the left: a cascade leads from it to its parts.
      let isTurned = far != nil && association.kind == .toOne
      let (first, last) = isTurned ? (target, source) : (source, target)
      var lines = [Label.Line(relationship: near.relationship, target: target)]
      if let far, far != near {
        lines.append(.init(relationship: far.relationship, target: source))
      }
      labels.append(
        Label(lines: isTurned ? lines.reversed() : lines, isLoop: source == target))
      let (towards, back) = (Link.End(near.relationship), far.map { Link.End($0.relationship) })
      edges += [.init(first, place), .init(place, last)]
      links += [Link(start: isTurned ? towards : back), Link(end: isTurned ? back : towards)]
    }
    for (place, entity) in schema.entities.enumerated() {
      guard let parent = entity.parent.flatMap({ places[$0] }) else { continue }
      edges.append(.init(parent, place))
      links.append(Link(start: .parent))
    }
    (self.labels, self.links) = (labels, links)
    graph = DiagramGraph(boxes: boxes.map(\.size) + labels.map(\.size), edges: edges)
  }
}

extension ModelDiagram.Link.End {
  fileprivate init(_ relationship: Relationship) {
    self = relationship.cardinality == .toOne ? .one : .many
  }
}

// MARK: - Sizes

extension ModelDiagram.Box {
  /// The largest number of attributes in a box; the dictionary lists all of them.
  private static let rowLimit = 24
  static let headHeight = 30.0
  static let rowHeight = 18.0

  fileprivate init(_ entity: Entity) {
    let keys = Set(entity.uniquenessConstraints.filter { $0.count == 1 }.flatMap(\.self))
    let shown =
      entity.attributes.count <= Self.rowLimit
      ? entity.attributes.count : Self.rowLimit - 1
    self.init(
      entity: entity.name, isAbstract: entity.isAbstract,
      rows: entity.attributes.prefix(shown).map { attribute in
        ModelDiagram.Row(
          name: attribute.name, type: attribute.type.keyword + (attribute.isOptional ? "?" : ""),
          isUnique: keys.contains(attribute.name))
      }, furtherCount: entity.attributes.count - shown)
  }

  /// The lines below the name.
  var lineCount: Int { rows.count + (furtherCount > 0 ? 1 : 0) }

  fileprivate var size: DiagramSize {
    let lines = rows.map {
      DiagramText.width($0.shownName) + DiagramText.width($0.shownType) + 18
    }
    let title = DiagramText.width(shownTitle, of: .title)
    let height = lineCount == 0 ? 0 : Double(lineCount) * Self.rowHeight + 8
    return DiagramSize(
      width: ((lines + [title, 110]).max() ?? 0) + 24, height: Self.headHeight + height)
  }

  var shownTitle: String { DiagramText.shortened(entity, to: 36) }
}

extension ModelDiagram.Row {
  var shownName: String { DiagramText.shortened(name, to: 32) + (isUnique ? " ◆" : "") }
  var shownType: String { DiagramText.shortened(type, to: 22) }
}

extension ModelDiagram.Label {
  static let lineHeight = 15.0

  fileprivate var size: DiagramSize {
    let widths = lines.map { DiagramText.width($0.text, of: .label) + 34 }
    return DiagramSize(
      width: widths.max() ?? 0, height: Double(lines.count) * Self.lineHeight + 8)
  }
}

extension ModelDiagram.Label.Line {
  /// The relationship with its delete rule.
  var text: String { "\(name) \(rule)" }

  var name: String { DiagramText.shortened(relationship.name, to: 28) }

  var rule: String { relationship.deleteRule.rawValue }
}

/// The size of texts in a diagram.
enum DiagramText {
  /// The fonts with the width of a character; the width is exact for fixed-width fonts.
  enum Style: Double {
    case title = 8.2
    case row = 6.7
    case label = 6.3
  }

  static func width(_ text: String, of style: Style = .row) -> Double {
    Double(text.reduce(0) { $0 + $1.displayWidth }) * style.rawValue
  }

  /// A text, shortened if it is too long.
  static func shortened(_ text: String, to limit: Int) -> String {
    text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }
}
