internal import StoreVerification

extension MigrationFailure {
  /// Whether the store's objects are the reason, so that there may be more of them.
  var isForesightWorthy: Bool {
    switch self {
    case .checks, .refusedValues, .duplicates, .brokenDemands, .contents: true
    case .several(let failures): failures.contains(where: \.isForesightWorthy)
    case .statement, .step, .unmetRequirements, .brokenReferences, .recomputedValues,
      .brokenObjects, .rowCounts,
      .definition, .unmanagedObjects, .script, .diskFull, .unwritableFile, .database:
      false
    }
  }

  /// Whether another failure tells which values it was that were not kept.
  private func explains(_ other: MigrationFailure) -> Bool {
    guard case .contents(let subject, let columns) = self,
      case .refusedValues(let values) = other
    else { return false }
    return values.contains {
      $0.property.entity == subject && columns.contains($0.property.property)
    }
  }

  /// This failure and others, none of which is told twice.
  func joined(with others: [MigrationFailure]) -> MigrationFailure {
    if others.contains(where: explains) { return .joining(others) }
    let found = others.flatMap(\.diagnostics)
    guard !diagnostics.allSatisfy(found.contains) else { return .joining(others) }
    let rest = others.filter { !$0.diagnostics.allSatisfy(diagnostics.contains) }
    return .joining([self] + rest)
  }

  /// Several failures as one, at least one of them.
  private static func joining(_ failures: [MigrationFailure]) -> MigrationFailure {
    failures.count == 1 ? failures[0] : .several(failures)
  }
}
