internal import Diagnostics
package import SchemaLint
package import SchemaModel
internal import SchemaYAML

extension TestRows {
  /// The rows of all tests next to the schema files of a folder.
  ///
  /// Problems in the test files are reported where the tests are run.
  package static func all(beside folder: String, of history: SchemaHistory) -> [TestRows] {
    MigrationCaseReader.files(beside: folder).flatMap { file in
      MigrationCaseReader.inspect(file: file, of: history).compactMap { position, item in
        TestRows(item, at: position, in: file)
      }
    }
  }

  /// The rows of a test; nil if the test does not begin with rows.
  private init?(_ item: MigrationCase, at position: Int, in file: String) {
    guard case .rows(let rows) = item.start else { return nil }
    self.init(
      file: file, path: SchemaPath(["cases", "\(position)", "rows"]),
      rows: rows.map { row in
        Row(
          row.name, of: row.entity,
          links: row.content.links.flatMap { links in
            zip(links.rows, links.places).map { Link(links.relationship, to: $0, at: $1) }
          })
      })
  }
}
