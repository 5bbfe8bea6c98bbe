/// Places the nodes of columns, and draws the routes between them.
struct LayeredPlacement {
  private static let sweepCount = 16

  private let columns: LayeredColumns
  /// The vertical centre of each node.
  private var middles: [Double]

  init(_ columns: LayeredColumns) {
    self.columns = columns
    middles = Array(repeating: 0, count: columns.nodes.count)
    for column in columns.columns { stack(column) }
    for sweep in 0..<Self.sweepCount {
      let isForward = sweep.isMultiple(of: 2)
      for column in isForward ? columns.columns : columns.columns.reversed() {
        align(column, with: isForward ? \.before : \.after)
      }
    }
    moveToTop()
  }

  /// Stacks the nodes of a column.
  private mutating func stack(_ column: [Int]) {
    var top = 0.0
    for node in column {
      let height = columns.nodes[node].size.height
      middles[node] = top + height / 2
      top += height + LayeredLayout.boxGap
    }
  }

  private mutating func moveToTop() {
    let top = middles.indices.map { middles[$0] - columns.nodes[$0].size.height / 2 }.min() ?? 0
    for node in middles.indices { middles[node] -= top }
  }

  /// Moves the nodes of a column towards their neighbours, as far as their order and sizes allow.
  ///
  /// Nodes that would overlap form a block, which is placed at the mean of the wanted positions.
  private mutating func align(
    _ column: [Int], with neighbours: KeyPath<LayeredColumns.Node, [Int]>
  ) {
    struct Block {
      var nodes: [Int]
      /// The offset of each node's centre from the first one.
      var offsets: [Double]
      var wishes: Double
      /// The centre of the first node.
      var start: Double { wishes / Double(nodes.count) }
    }
    var blocks: [Block] = []
    for node in column {
      let others = columns.nodes[node][keyPath: neighbours].map { middles[$0] }
      let wish =
        others.isEmpty ? middles[node] : others.reduce(0, +) / Double(others.count)
      var block = Block(nodes: [node], offsets: [0], wishes: wish)
      while let last = blocks.last, let end = last.nodes.last {
        let distance = spacing(end, block.nodes[0])
        let offset = last.offsets[last.offsets.count - 1] + distance
        if last.start + offset <= block.start { break }
        blocks.removeLast()
        block = Block(
          nodes: last.nodes + block.nodes,
          offsets: last.offsets + block.offsets.map { $0 + offset },
          wishes: last.wishes + block.wishes - offset * Double(block.nodes.count))
      }
      blocks.append(block)
    }
    for block in blocks {
      for (node, offset) in zip(block.nodes, block.offsets) { middles[node] = block.start + offset }
    }
  }

  /// The smallest distance between the centres of two stacked nodes.
  private func spacing(_ upper: Int, _ lower: Int) -> Double {
    (columns.nodes[upper].size.height + columns.nodes[lower].size.height) / 2
      + LayeredLayout.boxGap
  }
}

// MARK: - The result

extension LayeredPlacement {
  /// The layout of the graph.
  var layout: DiagramLayout {
    let widths = columns.columns.map { column in
      column.map { columns.nodes[$0].size.width }.max() ?? 0
    }
    var lefts: [Double] = []
    var left = 0.0
    for width in widths {
      lefts.append(left)
      left += width + LayeredLayout.columnGap
    }
    let boxCount = columns.nodes.count { $0.size.width > 0 }
    let origins = columns.nodes.prefix(boxCount).indices.map { position in
      let node = columns.nodes[position]
      let margin = (widths[node.column] - node.size.width) / 2
      return DiagramPoint(lefts[node.column] + margin, middles[position] - node.size.height / 2)
    }
    let bottom = middles.indices.map { middles[$0] + columns.nodes[$0].size.height / 2 }.max()
    let frame = ColumnFrames(lefts: lefts, widths: widths, origins: origins)
    return DiagramLayout(
      origins: origins, curves: curves(frame),
      size: DiagramSize(width: max(0, left - LayeredLayout.columnGap), height: bottom ?? 0))
  }

  /// The positions of columns and boxes, from left to right.
  private struct ColumnFrames {
    var lefts: [Double]
    var widths: [Double]
    var origins: [DiagramPoint]
  }

  private func curves(_ frames: ColumnFrames) -> [[DiagramPoint]] {
    let (starts, ends) = (ports(isStart: true), ports(isStart: false))
    return columns.routes.indices.map { position in
      let route = columns.routes[position]
      var path = DiagramPath()
      for (step, pair) in zip(route.nodes, route.nodes.dropFirst()).enumerated() {
        let isLast = step == route.nodes.count - 2
        let height = step == 0 ? starts[position] : middles[pair.0]
        let target = isLast ? ends[position] : middles[pair.1]
        // Bends are only between the columns, where there are no boxes.
        let (column, next) = (columns.nodes[pair.0].column, columns.nodes[pair.1].column)
        path.addLine(to: DiagramPoint(right(of: pair.0, frames), height))
        path.addLine(to: DiagramPoint(frames.lefts[column] + frames.widths[column], height))
        path.addBend(to: DiagramPoint(frames.lefts[next], target))
        path.addLine(to: DiagramPoint(self.left(of: pair.1, frames), target))
      }
      return route.isTurned ? path.points.reversed() : path.points
    }
  }

  private func left(of node: Int, _ frames: ColumnFrames) -> Double {
    frames.origins.indices.contains(node)
      ? frames.origins[node].x : frames.lefts[columns.nodes[node].column]
  }

  private func right(of node: Int, _ frames: ColumnFrames) -> Double {
    let column = columns.nodes[node].column
    return frames.origins.indices.contains(node)
      ? frames.origins[node].x + columns.nodes[node].size.width
      : frames.lefts[column] + frames.widths[column]
  }

  /// The heights at which edges leave their first box or reach their last one, sorted by their other ends.
  private func ports(isStart: Bool) -> [Double] {
    let routes = columns.routes
    var heights = Array(repeating: 0.0, count: routes.count)
    let atBox = Dictionary(grouping: routes.indices) { position in
      isStart ? routes[position].nodes[0] : routes[position].nodes[routes[position].nodes.count - 1]
    }
    for (box, edges) in atBox {
      let sorted = edges.sorted { first, second in
        (middles[neighbour(first, isStart)], first) < (middles[neighbour(second, isStart)], second)
      }
      let room = columns.nodes[box].size.height - 16
      let distance = min(20, max(0, room) / Double(max(1, sorted.count - 1)))
      let top = middles[box] - distance * Double(sorted.count - 1) / 2
      for (place, edge) in sorted.enumerated() { heights[edge] = top + distance * Double(place) }
    }
    return heights
  }

  /// The node next to the first or last box of a route.
  private func neighbour(_ edge: Int, _ isStart: Bool) -> Int {
    let nodes = columns.routes[edge].nodes
    return isStart ? nodes[1] : nodes[nodes.count - 2]
  }
}

/// A line from left to right, in the form of a curve of ``DiagramLayout``.
private struct DiagramPath {
  private(set) var points: [DiagramPoint] = []

  mutating func addLine(to point: DiagramPoint) {
    guard let last = points.last else { return points.append(point) }
    if last != point { points += [last, point, point] }
  }

  mutating func addBend(to point: DiagramPoint) {
    guard let last = points.last else { return points.append(point) }
    addLine(to: DiagramPoint(last.x + LayeredLayout.straightLength, last.y))
    let bend = (point.x - last.x) / 2
    points += [
      DiagramPoint(last.x + bend, last.y), DiagramPoint(point.x - bend, point.y),
      DiagramPoint(point.x - LayeredLayout.straightLength, point.y),
    ]
    addLine(to: point)
  }
}
