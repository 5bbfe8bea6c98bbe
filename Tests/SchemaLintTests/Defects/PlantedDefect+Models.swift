import SchemaLint
import SchemaModel

extension PlantedDefect {
  /// Mistakes in one version of a model.
  static let inModels: [PlantedDefect] = [
    .init(
      MissingInverse.id, in: .nowThatIKnowMore,
      .next(
        """
        entities:
          RecipeBookModel:
            relationships:
              remarks: {toMany: RecipeNoteModel, delete: nullify}
        """)),
    .init(
      AmbiguousInverse.id, in: .twinMind,
      .next(
        """
        entities:
          Speaker:
            relationships:
              first: {toMany: AudioSegment, delete: nullify}
          AudioSegment:
            relationships:
              speaker: {toOne: Speaker?, delete: nullify}
              second: {toOne: Speaker?, delete: nullify}
        """), levels: [MissingInverse.id: .off]),
    .init(
      InverseMismatch.id, in: .epilogueCache,
      .edits([
        .edit(
          "V1.yaml", "inverse: cachedQuery, delete: cascade", "inverse: query, delete: cascade"),
        .edit("V1.yaml", "      query: string?\n      similarity", "      similarity"),
        .edit(
          "V1.yaml", "      cachedQuery: {toOne",
          "      query: {toOne: CachedQuery?, inverse: similarQueries, delete: nullify}\n      cachedQuery: {toOne"
        ),
      ])),
    .init(
      ImplicitDeleteRule.id, in: .epilogueCache,
      .edits([
        .edit("V1.yaml", "inverse: cachedQuery, delete: cascade", "inverse: cachedQuery")
      ])),
    .init(
      NoActionDelete.id, in: .nowThatIKnowMore,
      .edits([
        .edit("V1.yaml", "inverse: recipes, delete: nullify", "inverse: recipes, delete: noAction")
      ])),
    .init(
      RelationshipInInitializer.id, in: .booksTracker,
      .next(
        """
        entities:
          Edition:
            initializer: [isbn, contributors, work]
            attributes: {pages: int?}
        """)),
    .init(
      InsertBeforeRelate.id, in: .booksTracker,
      .next(
        """
        entities:
          Work: {attributes: {subtitle: string?}}
        migration:
          map:
            Edition:
              work: {using: "(SELECT _id FROM Work WHERE Work.title = editionTitle)"}
            Work:
              title: {using: trim(title)}
          after: [{count: Work}]
        """)),
    .init(
      CascadeCycle.id, in: .nowThatIKnowMore,
      .edits([
        .edit("V1.yaml", "inverse: notes, delete: nullify", "inverse: notes, delete: cascade")
      ])),
    .init(
      RequiredToOneNullified.id, in: .nowThatIKnowMore,
      .edits([
        .edit("V1.yaml", "inverse: notes, delete: nullify", "inverse: notes, delete: nullify"),
        .edit(
          "V1.yaml", "recipe: {toOne: RecipeModel?, inverse: notes",
          "recipe: {toOne: RecipeModel, inverse: notes"),
        .edit(
          "V1.yaml", "notes: {toMany: RecipeNoteModel, inverse: recipe, delete: cascade}",
          "notes: {toMany: RecipeNoteModel, inverse: recipe, delete: nullify}"),
      ])),
    .init(
      RequiredCycle.id, in: .epilogueCache,
      .edits([
        .edit("V1.yaml", "cachedQuery: {toOne: CachedQuery?", "cachedQuery: {toOne: CachedQuery"),
        .edit(
          "V1.yaml",
          "similarQueries: {toMany: SimilarQuery, inverse: cachedQuery, delete: cascade}",
          "similarQueries: {toMany: SimilarQuery, inverse: cachedQuery, delete: cascade}\n      best: {toOne: SimilarQuery, inverse: bestOf, delete: deny}"
        ),
        .edit(
          "V1.yaml", "      cachedQuery: {",
          "      bestOf: {toMany: CachedQuery, inverse: best, delete: deny}\n      cachedQuery: {"),
      ])),
    .init(
      DanglingReferenceRisk.id, in: .twinMind,
      .next(
        """
        entities:
          Speaker:
            relationships:
              segment: {toOne: AudioSegment?, delete: nullify}
        """), levels: [MissingInverse.id: .off]),
    .init(
      LargeDataInline.id, in: .nowThatIKnowMore,
      .edits([
        .edit(
          "V1.yaml", "imageData: {type: data, optional: true, storage: external}",
          "imageData: {type: data, optional: true}")
      ])),
    .init(
      UnindexedForeignKey.id, in: .epilogueCache,
      .edits([
        .edit(
          "V1.yaml", "  SimilarQuery:\n    doc:",
          "  SimilarQuery:\n    table: similar\n    primaryKey: [id]\n    doc:")
      ])),
    .init(
      UnindexedQuery.id, in: .epilogueCache,
      .edits([
        .edit("V1.yaml", "      - [queryHash]\n", "")
      ])),
    .init(
      DuplicateIndex.id, in: .epilogueCache,
      .edits([
        .edit("V1.yaml", "      - [queryHash]\n", "      - [queryHash]\n      - [bookTitle]\n")
      ])),
    .init(
      ReservedName.id, in: .epilogueCache,
      .edits([
        .edit("V1.yaml", "      response: string?", "      hash: string?")
      ])),
    .init(
      CaseCollision.id, in: .study,
      .edits([
        .edit("V1.0.0.yaml", "[mathematics, physics,", "[mathematics, Physics, physics,")
      ])),
    .init(
      RequiredWithoutDefault.id, in: .booksTracker,
      .next(
        """
        entities:
          Edition:
            initializer: [isbn]
            attributes: {pages: int?}
        """)),
    .init(
      RequiredToMany.id, in: .nowThatIKnowMore,
      .edits([
        .edit(
          "V1.yaml", "recipes: {toMany: RecipeModel, inverse: books",
          "recipes: {toMany: RecipeModel, min: 1, inverse: books")
      ])),
  ]
}
