internal import SQLite
internal import StoreLayout
internal import StoreVerification

extension MigrationFailure {
  /// Whether the store's objects are the reason, so that there may be further failures.
  var isWorthATrial: Bool {
    switch self {
    case .checks, .refusedValues, .duplicates, .brokenDemands, .contents: true
    case .several(let failures): failures.contains(where: \.isWorthATrial)
    case .statement(_, let error): error.primaryCode == .constraint
    case .step, .unmetRequirements, .brokenReferences, .unapproved, .brokenObjects,
      .rowCounts, .triggered, .definition, .unmanagedObjects, .script, .diskFull,
      .unwritableFile, .database:
      false
    }
  }

  /// Whether only an approval is missing.
  var isAboutApprovals: Bool { if case .unapproved = self { true } else { false } }

  /// Whether another failure names the values that were not kept, or that are duplicates.
  private func isExplained(by other: MigrationFailure) -> Bool {
    if case .statement(_, let error) = self, error.isAboutUniqueness, case .duplicates = other {
      return true
    }
    guard case .contents(let subject, let columns) = self,
      case .refusedValues(let values) = other
    else { return false }
    return values.contains {
      $0.property.entity == subject && columns.contains($0.property.property)
    }
  }

  /// Whether another failure reports the same refused values, with the identities that the objects have in
  /// the store.
  private func isTold(by other: MigrationFailure) -> Bool {
    guard case .refusedValues(let mine) = self, case .refusedValues(let theirs) = other else {
      return false
    }
    return mine.allSatisfy { value in
      theirs.contains {
        ($0.property, $0.reason, $0.count) == (value.property, value.reason, value.count)
      }
    }
  }

  /// This failure joined with others, without reporting any twice.
  func joined(with others: [MigrationFailure]) -> MigrationFailure {
    if others.contains(where: { isExplained(by: $0) || isTold(by: $0) }) { return .joining(others) }
    let found = others.flatMap(\.diagnostics)
    guard !diagnostics.allSatisfy(found.contains) else { return .joining(others) }
    let rest = others.filter { !$0.diagnostics.allSatisfy(diagnostics.contains) }
    return .joining([self] + rest)
  }

  /// Several failures as one.
  private static func joining(_ failures: [MigrationFailure]) -> MigrationFailure {
    failures.count == 1 ? failures[0] : .several(failures)
  }
}

extension SQLiteError {
  /// Whether rows are duplicates: SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE or _ROWID
  /// (https://www.sqlite.org/rescode.html#constraint_unique).
  fileprivate var isAboutUniqueness: Bool { [1555, 2067, 2579].contains(code.rawValue) }
}
