/// Everything that an app needs to migrate its own stores, under one import.
///
/// ```swift
/// import MigrateKit
///
/// let history = try SchemaReader.history(inDirectory: "Schemas/Epilogue")
/// let outcome = try Migrator(history: history).apply(to: "library.store")
/// ```
///
/// The modules stand by themselves and can be imported one at a time; this one adds nothing.
@_exported public import Diagnostics
@_exported public import MigrationPlanner
@_exported public import SchemaExchange
@_exported public import SchemaLint
@_exported public import SchemaModel
@_exported public import SchemaYAML
@_exported public import StoreArchive
@_exported public import StoreCreation
@_exported public import StoreImport
@_exported public import StoreLint
@_exported public import StoreMigration
@_exported public import StoreVerification
