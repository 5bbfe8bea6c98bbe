internal import SchemaLint

/// The analysis of a program for a rule on Swift source.
///
/// The rule itself, with its name and its page, is declared together with all other rules. The analysis is
/// separate because it needs SwiftSyntax.
protocol SourceAnalysis: SourceRule {
  /// The findings of the rule, in the order of files and places.
  func findings(in flow: ProgramFlow) -> [Finding]
}

/// The list of all rules on Swift source.
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
