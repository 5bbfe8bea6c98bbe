internal import SchemaLint

/// What a rule on Swift source asks of a program.
///
/// The rule itself, with its name and its page, is declared among all other rules; here is how it
/// is looked for, which needs SwiftSyntax.
protocol SourceAnalysis: SourceRule {
  /// Everything that the rule objects to, in the order of files and places.
  func findings(in flow: ProgramFlow) -> [Finding]
}

/// Every rule on Swift source.
enum SourceAnalyses {
  /// The rules, sorted by name.
  static let all: [any SourceAnalysis] = [
    FactoryWithoutContext(), InsertBeforeRelate(), RelationshipInInitializer(),
  ]
}

/// A name in quotes with the article that it takes: `an 'Edition'`.
func withArticle(_ name: String) -> String {
  "aeio".contains(name.lowercased().prefix(1)) ? "an '\(name)'" : "a '\(name)'"
}

extension ProgramFlow {
  /// A place in the file of a function.
  func place(_ position: Position, in id: FunctionTable.ID) -> Finding.Place {
    .location(program.files[functions[id].file].location(position))
  }

  /// What came of following each function, in the order of files and places.
  var results: [(id: FunctionTable.ID, result: FlowResult)] {
    functions.functions.indices.compactMap { id in result(of: id).map { (id, $0) } }
  }
}
