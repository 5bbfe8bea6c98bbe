public import SchemaModel

/// Writes versions of a model as Swift source: a frozen `VersionedSchema` for each, and a migration plan.
///
/// The source reads back as the same versions with the same hashes. Parts that SwiftData cannot express are
/// noted in a comment at their place, and in a remark.
///
/// ```swift
/// SwiftDataExporter.source(of: history.versions, stages: [.lightweight])
/// // enum LibrarySchemaV1: VersionedSchema { … }, enum LibraryMigrationPlan: SchemaMigrationPlan
/// ```
public enum SwiftDataExporter {
  /// The source of versions; `stages` contains the kind of migration to each version but the first.
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

  /// The names `LibrarySchemaV1`, `LibrarySchemaV2`; with full version numbers if two names would be equal.
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
