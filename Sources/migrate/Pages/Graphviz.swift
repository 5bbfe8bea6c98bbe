internal import Files
internal import HTMLReport
internal import Programs

/// The program `dot`, where it is on the search path.
enum Graphviz {
  /// Larger graphs would keep `dot` busy for too long.
  private static let edgeLimit = 600

  /// The layout that `dot` makes; nil where it is missing or makes none.
  static func layout(of graph: DiagramGraph) -> DiagramLayout? {
    guard graph.edges.count <= edgeLimit, let dot = Program.file(named: "dot") else { return nil }
    // Whatever goes wrong, there is another layout.
    guard let folder = try? ScratchFolder() else { return nil }
    let file = folder.path(of: "graph.dot")
    guard (try? AtomicFile.write(GraphvizLayout.source(of: graph), to: file)) != nil,
      let result = try? Program.run(dot, ["-Tplain", file], showingErrors: false),
      result.status == 0
    else { return nil }
    return GraphvizLayout.layout(of: graph, plain: String(decoding: result.output, as: UTF8.self))
  }
}
