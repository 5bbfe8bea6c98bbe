import Foundation
import SwiftData

// An app that gave a class another name in its second version, and kept the old one as an alias.

enum AppSchemaV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String = ""
    var begins: Date?
    init(name: String) { self.name = name }
  }
}

enum AppSchemaV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Journey.self] }

  @Model final class Journey {
    var name: String = ""
    var begins: Date?
    init(name: String) { self.name = name }
  }
}

enum AppMigrationPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self)]
  }
}

typealias Trip = AppSchemaV2.Journey
