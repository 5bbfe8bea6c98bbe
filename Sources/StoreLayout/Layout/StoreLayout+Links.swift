internal import SchemaModel

extension StoreLayout {
  /// A column that leads to the rows of a table.
  package struct IncomingLink {
    var association: Association
    package var table: String
    package var column: String
  }

  /// The columns that lead to the rows of a table, in the order of the associations.
  package func links(to table: String) -> [IncomingLink] {
    associations.compactMap { association in
      let end = association.primary
      guard association.kind == .toOne,
        self.table(of: end.relationship.destination) == table,
        let other = self.table(of: end.entity),
        let column = column(of: end.relationship.name, in: end.entity)
      else { return nil }
      return IncomingLink(association: association, table: other, column: column)
    }
  }

  /// The tables of links that lead to the rows of a table, with the columns that do.
  package func joinTables(leadingTo table: String) -> [(links: JoinTable, columns: [String])] {
    joinTables.compactMap { links in
      let association = links.association
      let columns = [
        (links.ownerColumn, association.primary.entity),
        (links.destinationColumn, association.primary.relationship.destination),
      ].filter { self.table(of: $0.1) == table }.map(\.0)
      return columns.isEmpty ? nil : (links, columns)
    }
  }
}
