/// A directed graph of entities, for finding cycles.
struct DirectedGraph {
  private let nodes: [String]
  private let edges: [[Int]]

  /// A graph of these nodes; edges to other nodes are left out.
  init(nodes: [String], edges: (String) -> [String]) {
    let positions = Dictionary(nodes.enumerated().map { ($1, $0) }) { first, _ in first }
    self.nodes = nodes
    self.edges = nodes.map { edges($0).compactMap { positions[$0] } }
  }

  /// The largest sets of nodes that all lead to each other, sorted by their first nodes.
  ///
  /// A single node is a set if it leads to itself. The algorithm is Tarjan's, with an explicit stack instead
  /// of recursion.
  var circles: [[String]] {
    var search = Search(count: nodes.count)
    for node in nodes.indices where search.number[node] == nil { search.visit(node, edges) }
    return search.components.filter { $0.count > 1 || edges[$0[0]].contains($0[0]) }
      .map { $0.sorted() }.sorted { $0[0] < $1[0] }.map { $0.map { nodes[$0] } }
  }
}

/// One run of Tarjan's algorithm.
private struct Search {
  var number: [Int?]
  var components: [[Int]] = []
  private var lowest: [Int]
  private var stack: [Int] = []
  private var isOnStack: [Bool]
  private var next = 0

  init(count: Int) {
    number = Array(repeating: nil, count: count)
    lowest = Array(repeating: 0, count: count)
    isOnStack = Array(repeating: false, count: count)
  }

  mutating func visit(_ root: Int, _ edges: [[Int]]) {
    var calls: [(node: Int, edge: Int)] = []
    enter(root, &calls)
    while let (node, edge) = calls.last {
      guard edge < edges[node].count else {
        calls.removeLast()
        if let parent = calls.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
        if lowest[node] == number[node] { close(node) }
        continue
      }
      calls[calls.count - 1].edge += 1
      let neighbour = edges[node][edge]
      if let seen = number[neighbour] {
        if isOnStack[neighbour] { lowest[node] = min(lowest[node], seen) }
      } else {
        enter(neighbour, &calls)
      }
    }
  }

  private mutating func enter(_ node: Int, _ calls: inout [(node: Int, edge: Int)]) {
    number[node] = next
    lowest[node] = next
    next += 1
    stack.append(node)
    isOnStack[node] = true
    calls.append((node, 0))
  }

  private mutating func close(_ root: Int) {
    var component: [Int] = []
    while let node = stack.popLast() {
      isOnStack[node] = false
      component.append(node)
      if node == root { break }
    }
    components.append(component)
  }
}
