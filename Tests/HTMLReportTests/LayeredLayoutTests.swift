import HTMLReport
import SchemaModel
import Testing

struct LayeredLayoutTests {
  @Test(arguments: 0..<40)
  func `no two boxes of a graph overlap, and no line runs through a box`(_ seed: Int) {
    let graph = Self.graph(seed: seed)
    let layout = DiagramLayout.layered(graph)
    #expect(Self.overlaps(graph, layout) == [])
    #expect(Self.crossings(graph, layout) == [])
    for (origin, size) in zip(layout.origins, graph.boxes) {
      #expect(origin.x > -0.001 && origin.x + size.width <= layout.size.width + 0.001)
      #expect(origin.y > -0.001 && origin.y + size.height <= layout.size.height + 0.001)
    }
  }

  @Test(arguments: 0..<5)
  func `the same graph gets the same layout`(_ seed: Int) {
    #expect(
      DiagramLayout.layered(Self.graph(seed: seed)) == .layered(Self.graph(seed: seed)))
  }

  @Test(arguments: 0..<20)
  func `a line begins at the edge of one box and ends at the edge of another`(_ seed: Int) throws {
    let graph = Self.graph(seed: seed)
    let layout = DiagramLayout.layered(graph)
    for (edge, curve) in zip(graph.edges, layout.curves) {
      #expect(curve.count % 3 == 1)
      let (first, last) = (try #require(curve.first), try #require(curve.last))
      #expect(Self.isOnSide(first, of: edge.source, graph, layout))
      #expect(Self.isOnSide(last, of: edge.target, graph, layout))
    }
  }

  @Test func `boxes in a chain stand from left to right`() {
    let size = DiagramSize(width: 100, height: 40)
    let graph = DiagramGraph(
      boxes: [size, size, size], edges: [.init(0, 1), .init(1, 2)])
    let layout = DiagramLayout.layered(graph)
    #expect(layout.origins == [.init(0, 0), .init(164, 0), .init(328, 0)])
    #expect(layout.size == DiagramSize(width: 428, height: 40))
  }

  @Test func `a circle and a line back to the same box can be drawn`() {
    let size = DiagramSize(width: 100, height: 40)
    let graph = DiagramGraph(
      boxes: [size, size],
      edges: [.init(0, 1), .init(1, 0), .init(0, 1)])
    let layout = DiagramLayout.layered(graph)
    #expect(Self.overlaps(graph, layout) == [])
    #expect(layout.curves.allSatisfy { $0.count > 3 })
  }

  @Test func `a graph without boxes has no size`() {
    #expect(
      DiagramLayout.layered(DiagramGraph())
        == DiagramLayout(origins: [], curves: [], size: .init(width: 0, height: 0)))
  }
}

extension LayeredLayoutTests {
  /// Boxes of many sizes with lines between some of them.
  private static func graph(seed: Int) -> DiagramGraph {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    let count = 1 + next(24)
    let boxes = (0..<count).map { _ in
      DiagramSize(width: Double(40 + next(200)), height: Double(20 + next(300)))
    }
    let edges = (0..<next(count * 2)).map { _ in DiagramGraph.Edge(next(count), next(count)) }
    return DiagramGraph(boxes: boxes, edges: edges.filter { $0.source != $0.target })
  }

  private static func overlaps(_ graph: DiagramGraph, _ layout: DiagramLayout) -> [[Int]] {
    graph.boxes.indices.flatMap { first in
      ((first + 1)..<graph.boxes.count).filter { second in
        let (a, b) = (layout.origins[first], layout.origins[second])
        let (sizeA, sizeB) = (graph.boxes[first], graph.boxes[second])
        return a.x < b.x + sizeB.width && b.x < a.x + sizeA.width
          && a.y < b.y + sizeB.height && b.y < a.y + sizeA.height
      }.map { [first, $0] }
    }
  }

  /// The edges and the boxes that the edges run through, by many points of each curve.
  private static func crossings(_ graph: DiagramGraph, _ layout: DiagramLayout) -> [[Int]] {
    layout.curves.enumerated().flatMap { edge, curve in
      graph.boxes.indices.filter { box in
        points(of: curve).contains { point in
          let (origin, size) = (layout.origins[box], graph.boxes[box])
          return point.x > origin.x + 0.5 && point.x < origin.x + size.width - 0.5
            && point.y > origin.y + 0.5 && point.y < origin.y + size.height - 0.5
        }
      }.map { [edge, $0] }
    }
  }

  private static func points(of curve: [DiagramPoint]) -> [DiagramPoint] {
    stride(from: 0, to: curve.count - 3, by: 3).flatMap { start in
      (0...20).map { step in
        let t = Double(step) / 20
        let weights = [
          (1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t,
        ]
        let four = curve[start...(start + 3)]
        return DiagramPoint(
          zip(weights, four).reduce(0) { $0 + $1.0 * $1.1.x },
          zip(weights, four).reduce(0) { $0 + $1.0 * $1.1.y })
      }
    }
  }

  private static func isOnSide(
    _ point: DiagramPoint, of box: Int, _ graph: DiagramGraph, _ layout: DiagramLayout
  ) -> Bool {
    let (origin, size) = (layout.origins[box], graph.boxes[box])
    let isOnSide =
      abs(point.x - origin.x) < 0.001 || abs(point.x - origin.x - size.width) < 0.001
    return isOnSide && point.y >= origin.y && point.y <= origin.y + size.height
  }
}
