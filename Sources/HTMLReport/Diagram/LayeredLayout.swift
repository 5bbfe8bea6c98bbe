/// Lays out a connected graph in columns, so that most edges lead from left to right.
///
/// The steps are taken from Sugiyama, Tagawa and Toda (1981):
///
/// 1. Edges that close a cycle are reversed.
/// 2. Each box gets a column, to the right of all boxes from which edges lead to it.
/// 3. An edge that passes a column gets a place in the column.
/// 4. The order within columns is changed until fewer edges cross.
/// 5. Boxes are moved up and down, towards the boxes that they are connected with.
///
/// The layout is deterministic: the same graph always gets the same layout.
enum LayeredLayout {
  /// The space between two columns, in which edges bend.
  static let columnGap = 64.0
  /// The length of the straight part of an edge next to a column, so that its end is visible.
  static let straightLength = 14.0
  /// The space between two boxes of a column.
  static let boxGap = 18.0
  /// The height of an edge's passage through a column.
  static let passageHeight = 4.0

  /// The layout of a connected graph.
  static func layout(of graph: DiagramGraph) -> DiagramLayout {
    var columns = LayeredColumns(of: graph)
    columns.reduceCrossings()
    return LayeredPlacement(columns).layout
  }
}

/// The boxes of a graph and the passages of its edges, in columns.
struct LayeredColumns {
  /// A box, or the passage of an edge through a column.
  struct Node {
    var size: DiagramSize
    var column: Int
    /// The nodes in the previous column with edges to this node.
    var before: [Int] = []
    /// The nodes in the next column with edges from this node.
    var after: [Int] = []
  }

  /// An edge as drawn: its nodes from left to right, and whether it was reversed for that.
  struct Route {
    var nodes: [Int]
    var isTurned: Bool
  }

  /// The boxes in the order of the graph, then the passages.
  private(set) var nodes: [Node]
  /// The routes of the edges, in the order of the graph.
  private(set) var routes: [Route]
  /// The nodes of each column, from top to bottom.
  private(set) var columns: [[Int]]

  init(of graph: DiagramGraph) {
    let turned = Self.turnedEdges(of: graph)
    let directed = graph.edges.enumerated().map { position, edge in
      turned.contains(position) ? DiagramGraph.Edge(edge.target, edge.source) : edge
    }
    let places = Self.columns(of: graph.boxes.count, directed)
    nodes = zip(graph.boxes, places).map { Node(size: $0, column: $1) }
    (routes, columns) = ([], Array(repeating: [], count: (places.max() ?? 0) + 1))
    for (position, edge) in directed.enumerated() {
      addRoute(edge, isTurned: turned.contains(position))
    }
    for (position, node) in nodes.enumerated() { columns[node.column].append(position) }
  }

  private mutating func addRoute(_ edge: DiagramGraph.Edge, isTurned: Bool) {
    var route = [edge.source]
    for column
      in (nodes[edge.source].column + 1)..<max(
        nodes[edge.source].column + 1, nodes[edge.target].column)
    {
      route.append(nodes.count)
      let size = DiagramSize(width: 0, height: LayeredLayout.passageHeight)
      nodes.append(Node(size: size, column: column))
    }
    route.append(edge.target)
    for (left, right) in zip(route, route.dropFirst()) {
      nodes[left].after.append(right)
      nodes[right].before.append(left)
    }
    routes.append(Route(nodes: route, isTurned: isTurned))
  }

  /// The edges that lead back to a box on the search path, and so close a cycle.
  private static func turnedEdges(of graph: DiagramGraph) -> Set<Int> {
    let outgoing = Dictionary(grouping: graph.edges.indices) { graph.edges[$0].source }
    var (turned, done, onPath): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
    // An explicit stack, because a chain of entities may be too long for recursion.
    var path: [(box: Int, next: Int)] = []
    for start in graph.boxes.indices where !done.contains(start) {
      path.append((start, 0))
      onPath.insert(start)
      while let (box, next) = path.last {
        let edges = outgoing[box] ?? []
        guard next < edges.count else {
          path.removeLast()
          onPath.remove(box)
          done.insert(box)
          continue
        }
        path[path.count - 1].next += 1
        let target = graph.edges[edges[next]].target
        if onPath.contains(target) {
          turned.insert(edges[next])
        } else if !done.contains(target) {
          path.append((target, 0))
          onPath.insert(target)
        }
      }
    }
    return turned
  }

  /// The column of each box: as far left as edges allow, with start boxes next to their targets.
  private static func columns(of count: Int, _ edges: [DiagramGraph.Edge]) -> [Int] {
    let outgoing = Dictionary(grouping: edges, by: \.source)
    var missing = Array(repeating: 0, count: count)
    for edge in edges { missing[edge.target] += 1 }
    let beginnings = missing.indices.filter { missing[$0] == 0 }
    var columns = Array(repeating: 0, count: count)
    var ready = beginnings
    while let box = ready.popLast() {
      for edge in outgoing[box] ?? [] {
        columns[edge.target] = max(columns[edge.target], columns[box] + 1)
        missing[edge.target] -= 1
        if missing[edge.target] == 0 { ready.append(edge.target) }
      }
    }
    for box in beginnings {
      let next = (outgoing[box] ?? []).map { columns[$0.target] }.min()
      if let next { columns[box] = next - 1 }
    }
    return columns
  }
}

extension LayeredColumns {
  private static let sweepCount = 12

  /// Sorts each column by the mean position of the connected nodes, from left to right and back, and keeps
  /// the best order found.
  mutating func reduceCrossings() {
    var (best, fewest) = (columns, crossingCount)
    for sweep in 0..<Self.sweepCount where fewest > 0 {
      let isForward = sweep.isMultiple(of: 2)
      for column in isForward ? Array(columns.indices) : columns.indices.reversed() {
        sort(column, by: isForward ? \.before : \.after)
      }
      let count = crossingCount
      if count < fewest { (best, fewest) = (columns, count) }
    }
    columns = best
  }

  private mutating func sort(_ column: Int, by neighbours: KeyPath<Node, [Int]>) {
    let places = places
    let keyed = columns[column].enumerated().map { position, node in
      let others = nodes[node][keyPath: neighbours].map { Double(places[$0]) }
      let middle =
        others.isEmpty ? Double(position) : others.reduce(0, +) / Double(others.count)
      return (node: node, middle: middle, position: position)
    }
    columns[column] = keyed.sorted { ($0.middle, $0.position) < ($1.middle, $1.position) }
      .map(\.node)
  }

  /// The position of each node in its column.
  private var places: [Int] {
    var places = Array(repeating: 0, count: nodes.count)
    for column in columns {
      for (place, node) in column.enumerated() { places[node] = place }
    }
    return places
  }

  /// The number of crossings between edges of neighbouring columns.
  var crossingCount: Int {
    let places = places
    return columns.reduce(0) { count, column in
      let ends = column.flatMap { node in nodes[node].after.map { places[$0] }.sorted() }
      var crossings = 0
      for (position, end) in ends.enumerated() {
        crossings += ends[(position + 1)...].count { $0 < end }
      }
      return count + crossings
    }
  }
}
