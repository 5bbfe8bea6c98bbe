/// The flow of objects through all functions of a program.
///
/// Each function is followed with the summaries of the functions that it calls. The first round has none;
/// each later round has the summaries of the round before. Nested helpers are understood too, and neither the
/// order of the functions nor recursion matters.
struct ProgramFlow: Sendable {
  /// The functions and models.
  let index: ProgramIndex
  /// The versions and migration plans.
  let versions: VersionTable
  /// The results of following the functions, by number; nil for a function without a body.
  private let known: [FlowResult?]

  /// The program.
  var program: SourceProgram { index.program }
  /// The model classes and their relationships.
  var models: ModelTable { index.models }
  /// The functions.
  var functions: FunctionTable { index.functions }

  /// The number of rounds: one more than the number of nested helpers that a call is followed through.
  private static let rounds = 4

  /// The flow through a program.
  init(_ program: SourceProgram) {
    let index = ProgramIndex(program)
    self.index = index
    versions = VersionTable(program)
    let all = Array(index.functions.functions.indices)
    var known: [FlowResult?] = Array(repeating: nil, count: all.count)
    var summaries: [FlowSummary?] = Array(repeating: nil, count: all.count)
    var changed = Set(all)
    for _ in 0..<Self.rounds where !changed.isEmpty {
      let isFirst = changed.count == all.count
      let pending =
        isFirst ? all : all.filter { !(known[$0]?.asked ?? []).isDisjoint(with: changed) }
      let found = pending.deepMap { [summaries] id in
        FlowResult(of: index.functions[id], in: index, helpers: summaries)
      }
      changed = []
      for (id, result) in zip(pending, found) {
        known[id] = result
        guard summaries[id] != result?.summary else { continue }
        summaries[id] = result?.summary
        changed.insert(id)
      }
    }
    self.known = known
  }

  /// The result of following a function; nil if it has no body.
  func result(of id: FunctionTable.ID) -> FlowResult? { known[id] }

  /// The result of following code outside the functions, such as a step of a migration.
  func result(of code: FunctionTable.Function) -> FlowResult? {
    FlowResult(of: code, in: index, helpers: known.map { $0?.summary })
  }

  /// The results of following the functions, in the order of files and places.
  var results: some Sequence<(id: FunctionTable.ID, result: FlowResult)> {
    known.indices.lazy.compactMap { id in known[id].map { (id: id, result: $0) } }
  }

  /// The results of following the functions of the app itself.
  var appResults: some Sequence<(id: FunctionTable.ID, result: FlowResult)> {
    results.lazy.filter { !functions[$0.id].isTest && !functions[$0.id].isForShow }
  }

  /// Models, and all models that their relationships and their superclasses lead to.
  func models(
    reachedFrom models: some Sequence<SourceProgram.TypeID>
  ) -> Set<SourceProgram.TypeID> {
    models.closure { self.models.destinations(of: $0) + program.modelLineage(of: $0) }
  }

  /// All code, including the values of properties.
  var code: some Sequence<FunctionTable.Function> { functions.all }

  /// All code of the app itself, without tests, previews and samples.
  var appCode: some Sequence<FunctionTable.Function> {
    code.lazy.filter { !$0.isTest && !$0.isForShow }
  }
}
