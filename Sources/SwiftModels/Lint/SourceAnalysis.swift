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
    ContainerFatalError(), ContainerWithoutPlan(), FactoryWithoutContext(), FilterAfterFetch(),
    ForcedSave(),
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
}
