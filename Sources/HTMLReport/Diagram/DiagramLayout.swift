/// The places of the boxes of a ``DiagramGraph``, and the curves that connect them.
package struct DiagramLayout: Hashable, Sendable {
  /// The upper left corner of each box.
  package var origins: [DiagramPoint]
  /// Each edge from its source to its target: a point, then three for each cubic Bézier curve.
  package var curves: [[DiagramPoint]]
  /// The size of the layout.
  package var size: DiagramSize

  /// A layout from its parts.
  package init(origins: [DiagramPoint], curves: [[DiagramPoint]], size: DiagramSize) {
    (self.origins, self.curves, self.size) = (origins, curves, size)
  }
}

extension DiagramLayout {
  /// The space between unconnected parts of a graph.
  private static let gap = 32.0
  /// The width of a row of small parts, after which another row begins.
  private static let usualWidth = 1080.0

  /// The layout of a graph from the layouts of its components, which are placed in rows, the largest first.
  package init(of graph: DiagramGraph, _ parts: [(DiagramGraph.Component, DiagramLayout)]) {
    self.init(
      origins: Array(repeating: DiagramPoint(0, 0), count: graph.boxes.count),
      curves: Array(repeating: [], count: graph.edges.count),
      size: DiagramSize(width: 0, height: 0))
    let width = parts.map(\.1.size.width).reduce(Self.usualWidth, max)
    var (corner, rowHeight) = (DiagramPoint(0, 0), 0.0)
    for (component, layout) in Self.sorted(parts) {
      if corner.x > 0, corner.x + layout.size.width > width {
        corner = DiagramPoint(0, corner.y + rowHeight + Self.gap)
        rowHeight = 0
      }
      place(layout, of: component, at: corner)
      size.width = max(size.width, corner.x + layout.size.width)
      size.height = max(size.height, corner.y + layout.size.height)
      rowHeight = max(rowHeight, layout.size.height)
      corner.x += layout.size.width + Self.gap
    }
  }

  /// The parts, the highest first; parts of equal height keep their order.
  private static func sorted(
    _ parts: [(DiagramGraph.Component, DiagramLayout)]
  ) -> [(DiagramGraph.Component, DiagramLayout)] {
    parts.sorted {
      ($1.1.size.height, $0.0.boxes[0]) < ($0.1.size.height, $1.0.boxes[0])
    }
  }

  private mutating func place(
    _ layout: DiagramLayout, of component: DiagramGraph.Component, at corner: DiagramPoint
  ) {
    func moved(_ point: DiagramPoint) -> DiagramPoint {
      DiagramPoint(point.x + corner.x, point.y + corner.y)
    }
    for (box, origin) in zip(component.boxes, layout.origins) { origins[box] = moved(origin) }
    for (edge, curve) in zip(component.edges, layout.curves) { curves[edge] = curve.map(moved) }
  }
}

extension DiagramLayout {
  /// The layout that is computed without another program.
  package static func layered(_ graph: DiagramGraph) -> DiagramLayout {
    DiagramLayout(of: graph, graph.components.map { ($0, LayeredLayout.layout(of: $0.graph)) })
  }
}
