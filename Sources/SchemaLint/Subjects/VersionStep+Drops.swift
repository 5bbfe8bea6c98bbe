internal import MigrationPlanner
internal import SQLText
internal import SchemaModel

extension VersionStep {
  /// Whether a drop stands beside an addition of the same shape, so that the question is another
  /// one.
  func mayBeRename(_ drop: SchemaChange) -> Bool {
    review.probableRenames.contains { $0.drop == drop }
  }

  /// Whether an entity of the version before is no longer there, under any name.
  func isGone(entity: String) -> Bool { review.targetName(ofEntity: entity) == nil }

  /// Whether an entity of the new version was not there before, under any name.
  func isNew(entity: String) -> Bool { review.sourceName(ofEntity: entity) == nil }

  /// Whether an expression or a condition of the migration reads something of that name.
  func migrationMentions(_ name: String) -> Bool {
    MigrationSQL.all(in: target, source: source.schema).contains { piece in
      piece.role.givesData && piece.tokens.mentions([name])
    }
  }
}

extension MigrationSQL.Role {
  /// Whether it decides what becomes of the data, and does not only check it.
  fileprivate var givesData: Bool {
    switch self {
    case .value, .filter, .script: true
    case .expectation: false
    }
  }
}
