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
    ContainerFatalError(), FactoryWithoutContext(), FilterAfterFetch(), ForcedSave(),
    IdenticalSchemaVersions(), InsertBeforeRelate(), InverseOnBothSides(),
    LiveModelInVersionedSchema(), ModelAcrossActors(), ModelMissingFromSchema(),
    NewTypeInWillMigrate(), OldTypeInDidMigrate(), PredicateOnEnum(), RelateAcrossContexts(),
    RelateInWillMigrate(), RelationshipInInitializer(), StageGap(), StoreDeletedOnFailure(),
    SwallowedSave(), UnsavedMigrationStep(), VersionMissingFromPlan(),
  ]
}

extension ProgramFlow {
  /// A place in the file of a function.
  func place(_ position: Position, in id: FunctionTable.ID) -> Finding.Place {
    place(position, inFile: functions[id].file)
  }

  /// A place in a file.
  func place(_ position: Position, inFile file: Int) -> Finding.Place {
    .location(program.files[file].location(position))
  }

  /// The place of the name of a type.
  func place(of id: SourceProgram.TypeID) -> Finding.Place {
    place(program[id].facts.position, inFile: program[id].file)
  }

  /// All code there is, that of property values too.
  var code: some Sequence<FunctionTable.Function> { functions.all }

  /// All code of the app itself, neither of tests nor of what is only shown.
  var appCode: some Sequence<FunctionTable.Function> {
    code.lazy.filter { !$0.isTest && !$0.isForShow }
  }

  /// What came of following the functions of the app itself.
  var appResults: some Sequence<(id: FunctionTable.ID, result: FlowResult)> {
    results.lazy.filter { [functions] in
      !functions[$0.id].isTest && !functions[$0.id].isForShow
    }
  }

  /// What came of following each function, in the order of files and places; of a large program nobody
  /// wants a list of it.
  var results: some Sequence<(id: FunctionTable.ID, result: FlowResult)> {
    functions.functions.indices.lazy.compactMap { [self] id in
      result(of: id).map { (id: id, result: $0) }
    }
  }
}
