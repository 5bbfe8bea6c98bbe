import Diagnostics
import SchemaLint
import SchemaModel

/// A document with these entities and this migration.
func document(
  _ entities: [Entity], migration: MigrationDeclaration? = nil, sources: SourceMap = SourceMap()
) -> SchemaDocument {
  SchemaDocument(
    schema: Schema(name: "Library", version: Version(1), entities: entities),
    migration: migration, sources: sources)
}

/// The rule's findings as text: place and message, then each note on a line of its own.
func findings(of rule: some ModelRule, in document: SchemaDocument) -> String {
  rule.findings(in: document).map { finding in
    ([text(finding.place) + ": " + finding.message.description]
      + finding.notes.map { note in
        "  " + (note.place.map { text($0) + ": " } ?? "") + note.message.description
      }).joined(separator: "\n")
  }.joined(separator: "\n")
}

private func text(_ place: Finding.Place) -> String {
  switch place {
  case .part(let path): path.description
  case .version(let version, let path): "\(version) \(path)"
  case .location(let location): location.description
  }
}
