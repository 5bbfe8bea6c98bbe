/// A width and a height, in pixels.
package struct DiagramSize: Hashable, Sendable {
  /// From left to right.
  package var width: Double
  /// From top to bottom.
  package var height: Double

  /// A size from its parts.
  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// A place in a diagram, in pixels from its upper left corner.
package struct DiagramPoint: Hashable, Sendable {
  /// From the left.
  package var x: Double
  /// From the top.
  package var y: Double

  /// A point from its parts.
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// Boxes of known sizes, and the connections between them.
///
/// A label of a connection is also a box, with an edge to it and an edge from it. So a layout that keeps
/// boxes apart keeps labels apart.
package struct DiagramGraph: Hashable, Sendable {
  /// A connection from one box to another, by their positions in the list of boxes.
  package struct Edge: Hashable, Sendable {
    /// The box at the start.
    package var source: Int
    /// The box at the end.
    package var target: Int

    /// An edge from its ends.
    package init(_ source: Int, _ target: Int) { (self.source, self.target) = (source, target) }
  }

  /// The boxes.
  package var boxes: [DiagramSize]
  /// The connections.
  package var edges: [Edge]

  /// A graph from its parts.
  package init(boxes: [DiagramSize] = [], edges: [Edge] = []) {
    (self.boxes, self.edges) = (boxes, edges)
  }
}

extension DiagramGraph {
  /// A part of a graph without connections to the rest.
  package struct Component: Hashable, Sendable {
    /// The part as a separate graph.
    package var graph: DiagramGraph
    /// The positions of its boxes in the whole graph.
    package var boxes: [Int]
    /// The positions of its edges in the whole graph.
    package var edges: [Int]
  }

  /// The unconnected parts, in the order of their first boxes.
  package var components: [Component] {
    let roots = componentRoots
    let groups = Dictionary(grouping: boxes.indices) { roots[$0] }
    let edgeGroups = Dictionary(grouping: edges.indices) { roots[edges[$0].source] }
    return groups.keys.sorted().map { root in
      let members = groups[root] ?? []
      let places = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
      let own = edgeGroups[root] ?? []
      let graph = DiagramGraph(
        boxes: members.map { boxes[$0] },
        edges: own.map { Edge(places[edges[$0].source] ?? 0, places[edges[$0].target] ?? 0) })
      return Component(graph: graph, boxes: members, edges: own)
    }
  }

  /// For each box, the first box that it is connected with.
  private var componentRoots: [Int] {
    var roots = Array(boxes.indices)
    func root(of box: Int) -> Int {
      var box = box
      while roots[box] != box { box = roots[box] }
      return box
    }
    for edge in edges {
      let (first, second) = (root(of: edge.source), root(of: edge.target))
      roots[max(first, second)] = min(first, second)
    }
    return boxes.indices.map(root)
  }
}
