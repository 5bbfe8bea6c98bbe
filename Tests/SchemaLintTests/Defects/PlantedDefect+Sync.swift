import SchemaLint
import SchemaModel

extension PlantedDefect {
  /// Mistakes in a model that CloudKit synchronises.
  static let inSyncedModels: [PlantedDefect] = [
    .init(
      SyncUnique.id, in: .epilogue,
      .next(
        """
        profile: cloudkit
        entities:
          BookModel: {unique: [[localId]]} # migrate:ignore unique-added -- a test
        """)),
    .init(
      SyncRequiredWithoutDefault.id, in: .epilogue,
      .next(
        """
        profile: cloudkit
        entities:
          Shelf: {attributes: {name: string}}
        """)),
    .init(
      SyncRequiredRelationship.id, in: .epilogue,
      .next(
        """
        profile: cloudkit
        entities:
          Shelf: {relationships: {books: {toMany: BookModel, inverse: shelf, delete: nullify}}}
          BookModel: {relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}}
        """)),
    .init(
      SyncMissingInverse.id, in: .epilogue,
      .next(
        """
        profile: cloudkit
        entities:
          Shelf: {relationships: {books: {toMany: "BookModel?", delete: nullify}}}
        """), levels: [MissingInverse.id: .off]),
    .init(
      SyncDeny.id, in: .epilogue,
      .next(
        """
        profile: cloudkit
        entities:
          Shelf: {relationships: {books: {toMany: "BookModel?", inverse: shelf, delete: deny}}}
          BookModel: {relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}}
        """)),
    .init(
      SyncOrdered.id, in: .epilogue,
      .next(
        """
        profile: cloudkit
        entities:
          Shelf: {relationships: {books: {toMany: "BookModel?", inverse: shelf, delete: nullify, ordered: true}}}
          BookModel: {relationships: {shelf: {toOne: Shelf?, inverse: books, delete: nullify}}}
        """)),
    .init(
      SyncNotAdditive.id, in: .epilogue,
      .next(
        """
        profile: cloudkit
        removed:
          attributes: [BookModel.setting] # migrate:ignore drop-attribute -- a test
        """)),
  ]
}
