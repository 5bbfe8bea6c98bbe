internal import SQLite
package import StoreLayout
package import SchemaModel

/// Changes of rows where they stand, with the proof that no other ones are made.
///
/// All queries are asked while the store knows what becomes of which row: those of the proofs before
/// and after the rows change.
package struct RowRewrite: Hashable, Sendable {
  /// What the rows change for.
  package enum Cause: Hashable, Sendable {
    /// Objects of several tables come together in one, and some get identities of their own there.
    case renumbering(RenumberingForecast)
    /// A step that the schema file declares.
    case step(DeclaredStep)
    /// Several objects become one.
    case merge(MergeForecast)
  }

  /// What the rows change for.
  package var cause: Cause
  /// The proofs for every table that may change.
  ///
  /// The rows of the others stay as many as they are.
  package var proofs: [ConservationCheck]
  /// The tables that may have more or fewer rows afterwards.
  package var resizedTables: Set<String>
}

/// A moment in the run of a script at which rows that change where they stand have to be looked at.
package enum RewriteMoment: Hashable, Sendable {
  /// After this statement it is known what becomes of which row, and nothing has changed.
  case begins(RowRewrite)
  /// Before this statement all is done, and it is still known what became of which row.
  case ends
  /// All of it is done by this statement.
  case whole(RowRewrite)
}

extension StoreScript {
  /// The objects that come together in one table, in the order in which they get identities of their own.
  package var renumberings: [RenumberingForecast] {
    statements.compactMap { statement in
      guard case .begins(let rewrite) = statement.rewrite,
        case .renumbering(let forecast) = rewrite.cause
      else { return nil }
      return forecast
    }
  }

  /// The triggers that are not the model's and that may be there while rows change where they stand,
  /// sorted: these may change anything besides.
  package var ownTriggers: [String] {
    unmanagedAfter.filter { $0.id.kind == .trigger }.map(\.id.name).sorted()
  }

  /// The proofs that such a change leaves every table of the model alone that it does not name; none
  /// where no trigger could do otherwise.
  package func proofs(besides rewrite: RowRewrite) -> [ConservationCheck] {
    guard !ownTriggers.isEmpty else { return [] }
    let isBeforehand = if case .renumbering = rewrite.cause { true } else { false }
    let named = rewrite.resizedTables.union(rewrite.proofs.map(\.table))
    return (isBeforehand ? source : target).definition.tables.filter { !named.contains($0.name) }
      .map { table in
        let columns = table.columns.map(\.name)
        let query = "SELECT \(columns.quotedNames) FROM \(table.name.quotedName)"
        return ConservationCheck(
          subject: table.name, table: table.name, source: query, target: query, columns: columns)
      }
  }
}
