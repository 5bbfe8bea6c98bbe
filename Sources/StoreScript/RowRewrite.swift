internal import SQLite
package import StoreLayout
package import SchemaModel

/// Changes of rows in place, with the proof that no other changes are made.
///
/// All queries run while the fate of each row is recorded in the store: the queries of the proofs run before
/// and after the rows change.
package struct RowRewrite: Hashable, Sendable {
  /// The reason why the rows change.
  package enum Cause: Hashable, Sendable {
    /// Objects of several tables move into one table, and some get new identities.
    case renumbering(RenumberingForecast)
    /// A step that the schema file declares.
    case step(DeclaredStep)
    /// Several objects are merged into one.
    case merge(MergeForecast)
  }

  /// The reason why the rows change.
  package var cause: Cause
  /// The proofs for every table that may change.
  ///
  /// Other tables keep their numbers of rows.
  package var proofs: [ConservationCheck]
  /// The tables that may have more or fewer rows afterwards.
  package var resizedTables: Set<String>
}

/// A moment in the run of a script at which rows that change in place must be checked.
package indirect enum RewriteMoment: Hashable, Sendable {
  /// After this statement the fate of each row is recorded, and no row has changed.
  case begins(RowRewrite)
  /// Before this statement all changes are made, and the fate of each row is still recorded.
  case ends
  /// This statement makes the whole change.
  case whole(RowRewrite)
}

extension StoreScript {
  /// The objects that move into one table, in the order in which they are renumbered.
  package var renumberings: [RenumberingForecast] {
    statements.compactMap { statement in
      guard case .begins(let rewrite) = statement.rewrite,
        case .renumbering(let forecast) = rewrite.cause
      else { return nil }
      return forecast
    }
  }

  /// The proofs that a step leaves every other table of the model alone; empty if no trigger could change one.
  package func proofs(besides rewrite: RowRewrite) -> [ConservationCheck] {
    guard case .step = rewrite.cause, unmanagedAfter.contains(where: { $0.id.kind == .trigger })
    else { return [] }
    let named = rewrite.resizedTables.union(rewrite.proofs.map(\.table))
    return target.definition.tables.filter { !named.contains($0.name) }.map { table in
      let columns = table.columns.map(\.name)
      let query = "SELECT \(columns.quotedNames) FROM \(table.name.quotedName)"
      return ConservationCheck(
        subject: table.name, table: table.name, source: query, target: query, columns: columns)
    }
  }
}
