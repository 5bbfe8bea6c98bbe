public import SQLite
public import StoreMigration

/// Work in Swift that a schema file names and an app registers.
///
/// ```swift
/// var options = MigrationOptions()
/// options.closures["normalizeTitles"] = MigrationClosure { batch in
///   for index in batch.objects.indices {
///     guard case .text(let title) = batch.objects[index]["title"] else { continue }
///     batch.objects[index]["title"] = .text(title.capitalized)
///   }
/// }
/// // 'emma' becomes 'Emma' when the migration reaches the step {closure: normalizeTitles, …}
/// ```
public typealias MigrationClosure = StoreMigration.MigrationClosure

/// Some objects of the new version for a closure to change.
///
/// ```swift
/// func clearNotes(_ batch: inout MigrationBatch) {
///   for index in batch.objects.indices { batch.objects[index]["note"] = .null }
/// }
/// // all objects of the batch are written when the closure returns
/// ```
public typealias MigrationBatch = StoreMigration.MigrationBatch

/// An object with its values, as its row holds them.
///
/// ```swift
/// let book: MigrationObject? = try batch.objectBefore(of: "Book", 1)
/// book?["title"] // .text("emma"), as in the previous version
/// ```
public typealias MigrationObject = StoreMigration.MigrationObject

/// A value as SQLite stores it.
///
/// ```swift
/// batch.objects[0]["title"] = .text("Emma")
/// batch.objects[0]["pages"] = .integer(474)
/// batch.objects[0]["note"] = .null
/// ```
public typealias SQLValue = SQLite.SQLValue
