internal import Files
internal import HTMLReport
internal import Programs

/// The program `dot`, if it is on the search path.
enum Graphviz {
  /// The largest number of edges; more would keep `dot` busy for too long.
  private static let edgeLimit = 600

  /// The layout by `dot`; nil if `dot` is missing or fails.
  static func layout(of graph: DiagramGraph) -> DiagramLayout? {
    guard graph.edges.count <= edgeLimit, let dot = Program.file(named: "dot") else { return nil }
    // Any failure is ignored, because there is another layout.
    guard let folder = try? ScratchFolder() else { return nil }
    let file = folder.path(of: "graph.dot")
    guard (try? AtomicFile.write(GraphvizLayout.source(of: graph), to: file)) != nil,
      let result = try? Program.run(dot, ["-Tplain", file], showingErrors: false),
      result.status == 0
    else { return nil }
    return GraphvizLayout.layout(of: graph, plain: String(decoding: result.output, as: UTF8.self))
  }
}
