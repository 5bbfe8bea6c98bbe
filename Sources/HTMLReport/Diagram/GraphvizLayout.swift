/// The layout of a graph by Graphviz's program `dot`.
///
/// The input of `dot` has boxes of fixed sizes, and one graph for each unconnected part. The output is text:
/// https://graphviz.org/docs/outputs/plain/
package enum GraphvizLayout {
  /// Pixels per inch, which is the unit of `dot`.
  private static let scale = 72.0

  /// The input for `dot -Tplain`.
  package static func source(of graph: DiagramGraph) -> String {
    graph.components.map { source($0.graph) }.joined()
  }

  private static func source(_ graph: DiagramGraph) -> String {
    let boxes = graph.boxes.enumerated().map { position, size in
      "n\(position) [width=\(size.width / scale), height=\(size.height / scale)];\n"
    }
    let edges = graph.edges.map { "n\($0.source) -> n\($0.target);\n" }
    return "digraph {\n  rankdir=LR; nodesep=0.25; ranksep=0.45;\n"
      + "  node [shape=box, fixedsize=true, label=\"\"];\n  edge [dir=none];\n"
      + (boxes + edges).map { "  " + $0 }.joined() + "}\n"
  }

  /// The layout in the output of `dot -Tplain`; nil if it does not fit the graph.
  package static func layout(of graph: DiagramGraph, plain output: String) -> DiagramLayout? {
    let components = graph.components
    var parts: [[[Substring]]] = [[]]
    for line in output.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      if words == ["stop"] { parts.append([]) } else { parts[parts.count - 1].append(words) }
    }
    guard parts.count == components.count + 1 else { return nil }
    var layouts: [(DiagramGraph.Component, DiagramLayout)] = []
    for (component, lines) in zip(components, parts) {
      guard let layout = layout(of: component.graph, lines) else { return nil }
      layouts.append((component, layout))
    }
    return DiagramLayout(of: graph, layouts)
  }

  private static func layout(
    of graph: DiagramGraph, _ lines: [[Substring]]
  ) -> DiagramLayout? {
    guard let size = lines.first.flatMap(numbers), size.count == 3 else { return nil }
    let height = size[2] * scale
    func point(_ x: Double, _ y: Double) -> DiagramPoint {
      DiagramPoint(x * scale, height - y * scale)
    }
    var origins: [DiagramPoint?] = Array(repeating: nil, count: graph.boxes.count)
    // Edges between the same two boxes are printed in the order of the input.
    var open = Dictionary(grouping: graph.edges.indices) { graph.edges[$0] }
    var curves: [[DiagramPoint]?] = Array(repeating: nil, count: graph.edges.count)
    for line in lines.dropFirst() {
      switch line.first {
      case "node":
        guard let box = box(line, 1), origins.indices.contains(box),
          let place = numbers(line.dropFirst()), place.count >= 2
        else { return nil }
        let middle = point(place[0], place[1])
        origins[box] = DiagramPoint(
          middle.x - graph.boxes[box].width / 2, middle.y - graph.boxes[box].height / 2)
      case "edge":
        guard let source = box(line, 1), let target = box(line, 2),
          let values = numbers(line.dropFirst(2)), let count = values.first.map({ Int($0) }),
          values.count > count * 2, count >= 4,
          let edge = open[DiagramGraph.Edge(source, target)]?.first
        else { return nil }
        open[DiagramGraph.Edge(source, target)]?.removeFirst()
        curves[edge] = (0..<count).map { point(values[$0 * 2 + 1], values[$0 * 2 + 2]) }
      default: return nil
      }
    }
    let (known, drawn) = (origins.compactMap(\.self), curves.compactMap(\.self))
    guard known.count == origins.count, drawn.count == curves.count else { return nil }
    return DiagramLayout(
      origins: known, curves: drawn, size: DiagramSize(width: size[1] * scale, height: height))
  }

  /// The box with the name in a word of a line.
  private static func box(_ line: [Substring], _ position: Int) -> Int? {
    guard line.count > position, line[position].first == "n" else { return nil }
    return Int(line[position].dropFirst())
  }

  /// The numbers between the first word of a line and the next word that is not a number.
  private static func numbers(_ line: some Sequence<Substring>) -> [Double]? {
    line.dropFirst().lazy.map { Double($0) }.prefix { $0 != nil }.compactMap(\.self)
  }
}
