public import SchemaModel

/// Writes versions of a model as Swift source: a frozen `VersionedSchema` each, and a plan.
///
/// What is written reads back as the same versions with the same hashes. What SwiftData cannot
/// express is said in a comment at its place, and remarked.
///
/// ```swift
/// SwiftDataExporter.source(of: history.versions, stages: [.lightweight])
/// // enum LibrarySchemaV1: VersionedSchema { … }, enum LibraryMigrationPlan: SchemaMigrationPlan
/// ```
public enum SwiftDataExporter {
  /// The source of versions, given how each but the first comes out of the one before.
  public static func source(
    of documents: [SchemaDocument], stages: [MigrationDeclaration.Kind]
  ) -> (text: String, remarks: [ExportRemark]) {
    var lines = SwiftLines()
    var remarks: [ExportRemark] = []
    lines.add("import Foundation")
    lines.add("import SwiftData")
    let names = versionNames(documents.map(\.schema))
    for (document, name) in zip(documents, names) {
      lines.add()
      var version = SwiftDataVersion(document.schema)
      version.write(named: name, to: &lines)
      remarks += version.remarks
    }
    lines.add()
    var plan = SwiftDataPlan(documents, names: names, stages: stages)
    plan.write(to: &lines)
    remarks += plan.remarks
    return (lines.text, remarks)
  }

  /// `LibrarySchemaV1`, `LibrarySchemaV2`; with all of its numbers where two would have one name.
  public static func versionNames(_ schemas: [Schema]) -> [String] {
    let majors = schemas.map(\.version.major)
    let isShort = Set(majors).count == majors.count
    return schemas.map { schema in
      let version = schema.version
      let number =
        isShort ? "\(version.major)" : "\(version.major)_\(version.minor)_\(version.patch)"
      return "\(SwiftSpelling.typeName(ofModel: schema.name))SchemaV\(number)"
    }
  }
}
