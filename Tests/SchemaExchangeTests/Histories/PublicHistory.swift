import SchemaExchange
import SchemaModel
import TestSupport

/// A history of the corpora, with the work of its authors between its versions.
struct PublicHistory {
  /// The migration of stores from a version to the next, as the authors did it.
  enum Truth: String {
    /// The platform inferred it.
    case inferred
    /// There is a mapping model, or code that does the work.
    case mapped
    /// Room's identity hash is the same, so that nothing is migrated.
    case unchanged
    /// Room's identity hash is another; how stores were migrated is not in the files.
    case untold
  }

  /// The project and the model, as people call them.
  let name: String
  let history: ImportedHistory
  /// The work in the migration to each version but the first.
  let truths: [Truth]

  /// A Core Data model: mapped to the versions for which there is a mapping model.
  init(package: String) throws {
    let parts = package.split(separator: "/")
    let project = parts[1].replacing("+", with: "/")
    name = "\(project): \(parts.last?.replacing(".xcdatamodeld", with: "") ?? "")"
    history = try ModelImporter.history(of: Corpora.path(package))
    let mapped = Self.mapped[name] ?? []
    truths = history.labels.dropFirst().map { mapped.contains($0) ? .mapped : .inferred }
  }

  /// Schemas that Room exported: unchanged where the identity hash is.
  init(room folder: String) throws {
    let parts = folder.split(separator: "/")
    name = parts[1].replacing("+", with: "/") + ": Room"
    history = try RoomImporter.history(of: Corpora.path(folder))
    truths = zip(history.versions, history.versions.dropFirst()).map {
      $0.schema.documentation == $1.schema.documentation ? .unchanged : .untold
    }
  }

  /// The versions to which a mapping model next to the models migrates stores.
  private static let mapped: [String: Set<String>] = [
    "JohnEstropia/CoreStore: Advanced.EvolutionDemo.V1": ["Advanced.EvolutionDemo.V2"],
    "LoopKit/LoopKit: Model": ["Modelv4"],
    "alemar11/CoreDataPlus: SampleModel": ["SampleModel3"],
    "kasianov-mikhail/scout: Scout": ["Scout 14"],
    "objcio/core-data: Moody": ["Moody 3", "Moody 4", "Moody 5", "Moody 6"],
    "wibosco/CoreDataMigrationRevised-Example: CoreDataMigration_Example": [
      "CoreDataMigration_Example 3"
    ],
  ]
}
