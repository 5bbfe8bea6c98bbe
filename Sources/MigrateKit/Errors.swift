public import Diagnostics
public import StoreMigration

/// The bad ends of a migration.
///
/// ```swift
/// do {
///   try Migrator(history: history).apply(to: "library.store")
/// } catch {
///   for problem in error.diagnostics(of: "library.store") { print(problem.code, problem.message) }
///   // newer-store 'library.store' is version 5.0.0, newer than 4.0.0, the newest version known here
/// }
/// ```
///
/// After `refused`, `rolledBack` and `cancelled` the store is as it was.
public typealias MigrationError = StoreMigration.MigrationError

/// One reason why a migration was not begun.
///
/// ```swift
/// let reasons: [MigrationRefusal] = try Migrator(history: history).plan(for: "library.store").obstacles
/// for problem in reasons.flatMap({ $0.diagnostics(of: "library.store") }) { print(problem.message) }
/// // prints nothing where `apply` can start
/// ```
public typealias MigrationRefusal = StoreMigration.MigrationRefusal

/// The reason why a migration was undone, with the objects that it concerns.
///
/// ```swift
/// if case .rolledBack(.duplicates(let duplicates), _) = error {
///   duplicates.count // how many keys are not unique in the data
/// }
/// ```
public typealias MigrationFailure = StoreMigration.MigrationFailure

/// One problem in words: a stable code, a sentence, a place, and what helps.
///
/// ```swift
/// let problem = Diagnostic(code: "unknown-key", "unknown key 'atributes'")
/// problem.severity // .error
/// ```
///
/// `migrate explain CODE` says more about a code.
public typealias Diagnostic = Diagnostics.Diagnostic

/// All problems of the input at once, such as those of schema files.
///
/// ```swift
/// do {
///   _ = try SchemaReader.read(text: "schema: Library", name: "V1.yaml")
/// } catch {
///   error.diagnostics.map(\.code) // ["missing-key"]: a version is missing
/// }
/// ```
public typealias DiagnosticsError = Diagnostics.DiagnosticsError
