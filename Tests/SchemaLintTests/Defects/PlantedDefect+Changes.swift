import SchemaLint
import SchemaModel

extension PlantedDefect {
  /// Mistakes in the step to the next version.
  static let inChanges: [PlantedDefect] = [
    .init(
      DropEntity.id, in: .epilogue,
      .next(
        """
        removed:
          entities: [QueuedQuestion]
        """)),
    .init(
      DropAttribute.id, in: .epilogue,
      .next(
        """
        removed:
          attributes: [BookModel.setting]
        """)),
    .init(
      DropRelationship.id, in: .epilogue,
      .next(
        """
        removed:
          relationships: [BookModel.readingSessions, ReadingSession.bookModel]
        """)),
    .init(
      ChangeDestination.id, in: .epilogue,
      .edits([
        .edit(
          "V4.yaml", "    attributes:\n      smartSynopsis",
          "    relationships:\n      latest: {toOne: \"ReadingSession?\", delete: nullify}\n"
            + "    attributes:\n      smartSynopsis"),
        .file(
          "Next.yaml",
          """
          schema: Epilogue
          version: 5.0.0
          extends: V4.yaml
          entities:
            BookModel: {relationships: {latest: {toOne: "QueuedQuestion?", delete: nullify}}}
          """),
      ]), levels: [MissingInverse.id: .off, DanglingReferenceRisk.id: .off]),
    .init(
      ChangeOrdering.id, in: .nowThatIKnowMore,
      .next(
        """
        entities:
          RecipeModel:
            relationships:
              mediaItems: {toMany: RecipeMediaModel, inverse: recipe, delete: cascade}
        """)),
    .init(
      ProbableRename.id, in: .epilogue,
      .whole([
        ("      setting: string?", "      scene: string?")
      ])),
    .init(
      RenameSourceMissing.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {scene: {type: string, optional: true, renamedFrom: seting}}}
        """)),
    .init(
      RenameSourceKept.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {scene: {type: string, optional: true, renamedFrom: setting}, setting: string?}}
        """)),
    .init(
      RenameClaimedTwice.id, in: .epilogue,
      .next(
        """
        removed:
          attributes: [BookModel.setting]
        entities:
          BookModel: {attributes: {scene: {type: string, optional: true, renamedFrom: setting}, place: {type: string, optional: true, renamedFrom: setting}}}
        """)),
    .init(
      RenameTargetExists.id, in: .epilogue,
      .whole([
        ("      setting: string?\n", ""),
        (
          "      literaryStyle: string?",
          "      literaryStyle: {type: string, optional: true, renamedFrom: setting}"
        ),
      ])),
    .init(
      RenameSwap.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {setting: {type: string, optional: true, renamedFrom: literaryStyle}, literaryStyle: {type: string, optional: true, renamedFrom: setting}}}
        """), count: 2),
    .init(
      RenameCaseOnly.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {Setting: {type: string, optional: true, renamedFrom: setting}}}
        """)),
    .init(
      StaleRename.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {scene: string?, setting: {type: string, optional: true, renamedFrom: place}}}
        """)),
    .init(
      RequiredAddedWithoutDefault.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {shelfMark: string}}
        """)),
    .init(
      OptionalMadeRequired.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {setting: string}}
        """)),
    .init(
      UniqueAdded.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {unique: [[localId]]}
        """)),
    .init(
      UniqueChanged.id, in: .nowThatIKnowMore,
      .edits([
        .edit(
          "V1.yaml", "    indexes:\n      - [title]\n",
          "    unique: [[creditsText, createdAt]]\n    indexes:\n      - [title]\n"),
        .file(
          "Next.yaml",
          """
          schema: NowThatIKnowMore
          version: 2.0.0
          extends: V1.yaml
          removed: {unique: {RecipeModel: [[creditsText, createdAt]]}}
          entities:
            RecipeModel: {unique: [[creditsText]]}
          """),
      ])),
    .init(
      RuleAdded.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {shelf: string?}, rules: [{name: a book has a title, check: "title <> ''"}]}
        """)),
    .init(
      EnumCaseRemoved.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {scene: string?, readingStatus: "enum(wantToRead, reading, finished) = wantToRead"}}
        """)),
    .init(
      LightweightNotInferred.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {totalBooksInSeries: string?}}
        """)),
    .init(
      LossyTypeChange.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {publishedYear: int?}}
        """)),
    .init(
      CardinalityNarrowed.id, in: .nowThatIKnowMore,
      .whole([
        (
          "books: {toMany: RecipeBookModel,",
          #"book: {toOne: "RecipeBookModel?", renamedFrom: books,"#
        ),
        ("inverse: books", "inverse: book"),
      ])),
    .init(
      CompositeChanged.id, in: .epilogue,
      .edits([
        .edit(
          "V4.yaml", "entities:",
          "composites:\n  Place: {attributes: {name: string?, year: string?}}\n\nentities:"),
        .edit("V4.yaml", "      setting: string?", "      setting: Place?"),
        .file(
          "Next.yaml",
          """
          schema: Epilogue
          version: 5.0.0
          extends: V4.yaml
          composites:
            Place: {attributes: {name: string?, year: int?}}
          """),
      ])),
    .init(
      TransformableOpaque.id, in: .epilogueCache,
      .edits([
        .edit(
          "V1.yaml",
          #"embedding: {type: data, optional: true, doc: "The query as a vector, 32-bit floats."}"#,
          "embedding: {type: transformable, optional: true}")
      ])),
    .init(
      CustomWithoutAssertion.id, in: .epilogue,
      .next(
        """
        entities:
          BookModel: {attributes: {shelf: string?}}
        migration:
          map:
            BookModel:
              shelf: {using: "'none'"}
        """)),
  ]
}
