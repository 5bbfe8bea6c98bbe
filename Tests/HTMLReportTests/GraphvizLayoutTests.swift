import HTMLReport
import Testing

struct GraphvizLayoutTests {
  private let graph = DiagramGraph(
    boxes: [
      DiagramSize(width: 72, height: 36), DiagramSize(width: 144, height: 72),
      DiagramSize(width: 36, height: 36),
    ],
    edges: [.init(0, 1)])

  @Test func `each part of a graph is a graph for dot, with boxes of fixed sizes in inches`() {
    #expect(
      GraphvizLayout.source(of: graph) == """
        digraph {
          rankdir=LR; nodesep=0.25; ranksep=0.45;
          node [shape=box, fixedsize=true, label=""];
          edge [dir=none];
          n0 [width=1.0, height=0.5];
          n1 [width=2.0, height=1.0];
          n0 -> n1;
        }
        digraph {
          rankdir=LR; nodesep=0.25; ranksep=0.45;
          node [shape=box, fixedsize=true, label=""];
          edge [dir=none];
          n0 [width=0.5, height=0.5];
        }

        """)
  }

  @Test func `the output of dot is read, and its inches from below become pixels from above`() {
    let plain = """
      graph 1 3.5 1
      node n0 0.5 0.5 1 0.5 "" solid box black lightgrey
      node n1 2.5 0.5 2 1 "" solid box black lightgrey
      edge n0 n1 4 1 0.5 1.1 0.5 1.4 0.75 1.5 0.5 solid black
      stop
      graph 1 0.5 0.5
      node n0 0.25 0.25 0.5 0.5 "" solid box black lightgrey
      stop

      """
    let layout = GraphvizLayout.layout(of: graph, plain: plain)
    #expect(layout?.origins == [.init(0, 18), .init(108, 0), .init(284, 0)])
    #expect(
      layout?.curves == [[.init(72, 36), .init(1.1 * 72, 36), .init(1.4 * 72, 18), .init(108, 36)]])
    #expect(layout?.size == DiagramSize(width: 320, height: 72))
  }

  @Test(arguments: [
    "", "stop\n", "graph 1 3.5 1\nstop\ngraph 1 1 1\nstop\n",
    "graph 1 3.5 1\nnode n7 1 1\nstop\ngraph 1 1 1\nnode n0 0 0\nstop\n", "error: no\n",
  ])
  func `output that is not the layout of the graph is ignored`(_ plain: String) {
    #expect(GraphvizLayout.layout(of: graph, plain: plain) == nil)
  }
}
