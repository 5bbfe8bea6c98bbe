/// Work in Swift that a schema file names and an app registers.
///
/// ```yaml
/// steps:
///   - {closure: normalizeTitles, on: Book, touches: [Book.title]}
/// ```
///
/// ```swift
/// var options = MigrationOptions()
/// options.closures["normalizeTitles"] = MigrationClosure { batch in
///   for index in batch.objects.indices {
///     guard case .text(let title) = batch.objects[index]["title"] else { continue }
///     batch.objects[index]["title"] = .text(title.capitalized)
///   }
/// }
/// ```
///
/// It is called once for every batch, within the transaction of the migration. An error that it throws undoes
/// the whole migration.
public struct MigrationClosure: Sendable {
  /// The number of objects in a batch.
  public var batchSize: Int
  /// The work on a batch.
  public var work: @Sendable (inout MigrationBatch) throws -> Void

  /// A closure from its work.
  public init(
    batchSize: Int = 500, _ work: @escaping @Sendable (inout MigrationBatch) throws -> Void
  ) {
    self.batchSize = batchSize
    self.work = work
  }
}
