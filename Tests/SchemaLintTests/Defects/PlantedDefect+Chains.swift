import SchemaLint
import SchemaModel

extension PlantedDefect {
  /// Mistakes in a chain of versions, in SQL and in exceptions.
  static let inChains: [PlantedDefect] = [
    .init(
      IdenticalVersions.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {indexes: [[title]]}
        """)),
    .init(
      VersionGap.id, in: .epilogue,
      .edits([
        .file(
          "Next.yaml",
          """
          schema: Epilogue
          version: 6.0.0
          extends: V4.yaml
          entities:
            BookModel: {attributes: {scene: string?}}
          """)
      ])),
    .init(
      VersionOrder.id, in: .epilogue,
      .edits([
        .file(
          "V0.yaml",
          """
          schema: Epilogue
          version: 5.0.0
          extends: V4.yaml
          entities:
            BookModel: {attributes: {scene: string?}}
          """)
      ])),
    .init(
      EntityVanishesBetween.id, in: .epilogue,
      .edits([
        .edit(
          "V3.yaml", "entities:",
          "removed:\n  entities: [QueuedQuestion] # migrate:ignore drop-entity -- a test\nentities:"
        ),
        .file(
          "Next.yaml",
          """
          schema: Epilogue
          version: 5.0.0
          extends: V4.yaml
          entities:
            QueuedQuestion: {attributes: {text: string?}}
          """),
      ])),
    .init(
      SkipHopUnsafe.id, in: .epilogue,
      .edits([
        .edit(
          "V4.yaml", "      setting: string?",
          "      setting: string?\n      mood: {type: data, optional: true, storage: external, renamedFrom: coverImageData}"
        ),
        .edit(
          "V4.yaml", "entities:", "removed: {attributes: [BookModel.coverImageData]}\nentities:"),
        .file(
          "Next.yaml",
          """
          schema: Epilogue
          version: 5.0.0
          extends: V4.yaml
          entities:
            BookModel: {attributes: {scene: string?}}
          """),
      ])),
    .init(
      LightweightOnlyStages.id, in: .epilogue,
      .edits([
        .edit(
          "V3.yaml", "entities:",
          "removed: {attributes: [BookModel.publishedYear]} # migrate:ignore drop-attribute -- a test\nentities:"
        ),
        .file(
          "Next.yaml",
          """
          schema: Epilogue
          version: 5.0.0
          extends: V4.yaml
          entities:
            BookModel: {attributes: {publishedYear: int?}}
          """),
      ])),
    .init(
      OldestSupportedUnreachable.id, in: .epilogue,
      .edits([]), oldest: Version(0, 9)),
    .init(
      UnusableSql.id, in: .epilogueCache,
      .edits([
        .edit("V1.yaml", "where: queryHash = ?", "where: queryHsh = ?")
      ])),
    .init(
      CastAsConversion.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {year: int?}}
        migration:
          map:
            BookModel:
              year: {using: "CAST(publishedYear AS INTEGER)"}
          after: [{count: BookModel}]
        """)),
    .init(
      DoubleQuotedLiteral.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {shelf: string?}}
        migration:
          map:
            BookModel:
              shelf: {using: '"none"'}
          after: [{count: BookModel}]
        """)),
    .init(
      UnorderedLimit.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {shelf: string?}}
        migration:
          map:
            BookModel:
              shelf: {using: "(SELECT content FROM CapturedNote LIMIT 1)"}
          after: [{count: BookModel}]
        """)),
    .init(
      BlanketSuppression.id, in: .epilogueCache,
      .edits([
        .edit(
          "V1.yaml", "    attributes:\n      id: uuid?\n      query",
          "    attributes: # migrate:ignore\n      id: uuid?\n      query")
      ])),
    .init(
      SuppressionWithoutReason.id, in: .epilogueCache,
      .edits([
        .edit(
          "V1.yaml", "inverse: cachedQuery, delete: cascade}",
          "inverse: cachedQuery} # migrate:ignore implicit-delete-rule")
      ])),
    .init(
      UnusedSuppression.id, in: .epilogueCache,
      .edits([
        .edit(
          "V1.yaml", "inverse: similarQueries, delete: nullify}",
          "inverse: similarQueries, delete: nullify} # migrate:ignore implicit-delete-rule -- a test"
        )
      ])),
  ]
}
