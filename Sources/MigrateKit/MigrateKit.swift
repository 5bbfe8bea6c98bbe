/// The stores of an app, from their schema files to their backups, under one import.
///
/// ```swift
/// import MigrateKit
///
/// let history = try SchemaReader.history(inDirectory: "Schemas/Epilogue")
/// let outcome = try Migrator(history: history).apply(to: "library.store")
/// // .migrated: the store has version 4.0.0 now, and a backup of version 1.0.0 is next to it
/// ```
///
/// Each name of this module is an alias with its own page, and the files here are sorted by subject. The
/// aliased types are declared in modules that an app need not know. Those modules declare much more, such as
/// rules and SQL, which an app does not see. Only the names that follow are exported from them, one from each
/// module. One name of a module is enough to make the members of its types visible to an app that compiles
/// with `MemberImportVisibility`.
@_exported public import struct Diagnostics.Diagnostic
@_exported public import struct MigrationPlanner.MigrationPlan
@_exported public import enum SQLite.SQLValue
@_exported public import struct SchemaModel.Schema
@_exported public import enum SchemaYAML.SchemaReader
@_exported public import enum StoreArchive.BackupReader
@_exported public import enum StoreCreation.StoreCreator
@_exported public import enum StoreImport.DataImport
@_exported public import struct StoreMigration.Migrator
@_exported public import struct StoreVerification.Finding
