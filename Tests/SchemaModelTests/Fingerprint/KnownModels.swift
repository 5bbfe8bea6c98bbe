import SchemaModel

/// Models whose hashes are known, because a public store or a compiled model states them.
enum KnownModels {
  /// FreezeRay's test app, first version (SwiftData).
  static let freezeRay1 = schema([
    Entity(
      "User",
      attributes: [
        Attribute("createdAt", .date, isOptional: true),
        Attribute("name", .string, isOptional: true),
      ])
  ])

  /// FreezeRay's test app, second version.
  static let freezeRay2 = schema([
    Entity(
      "User",
      attributes: [
        Attribute("createdAt", .date, isOptional: true),
        Attribute("email", .string, isOptional: true),
        Attribute("name", .string, isOptional: true),
      ])
  ])

  /// DuckDuckGo's bookmarks, first version: ordered relationships of an entity to itself.
  static let bookmarks1 = bookmarks(hashModifier: nil)

  /// DuckDuckGo's bookmarks, second version: the same, with modifiers on two attributes.
  static let bookmarks2 = bookmarks(hashModifier: "2")

  private static func bookmarks(hashModifier: String?) -> Schema {
    schema([
      Entity(
        "BookmarkEntity",
        attributes: [
          Attribute("isFavorite", .bool), Attribute("isFolder", .bool),
          Attribute("title", .string, isOptional: true),
          Attribute("url", .string, isOptional: true, hashModifier: hashModifier),
          Attribute("uuid", .string, hashModifier: hashModifier),
        ],
        relationships: [
          toMany("children", "BookmarkEntity", "parent", isOptional: true, isOrdered: true),
          toOne("favoriteFolder", "BookmarkEntity", "favorites"),
          toMany(
            "favorites", "BookmarkEntity", "favoriteFolder", isOptional: true, isOrdered: true),
          toOne("parent", "BookmarkEntity", "children"),
        ])
    ])
  }

  /// CoreDataPlus's SampleModel: inheritance, a compound unique key, a preserved attribute.
  static let sampleModel = schema([
    Entity(
      "Car",
      attributes: [
        Attribute("color", .transformable, isOptional: true),
        Attribute("currentDrivingSpeed", .int64, isOptional: true, isTransient: true),
        Attribute("maker", .string, isOptional: true),
        Attribute("markedForDeletionAsOf", .date, isOptional: true),
        Attribute("model", .string, isOptional: true), Attribute("numberPlate", .string),
      ],
      relationships: [toOne("owner", "Person", "cars")], uniquenessConstraints: [["numberPlate"]]),
    Entity(
      "ExpensiveSportCar", parent: "SportCar",
      attributes: [
        Attribute(
          "isLimitedEdition", .bool, isOptional: true, defaultValue: .literal(.bool(false)))
      ]),
    Entity(
      "Person",
      attributes: [
        Attribute("firstName", .string, isOptional: true),
        Attribute("id", .uuid, preservesValueOnDeletion: true),
        Attribute("isDriving", .bool, isTransient: true),
        Attribute("lastName", .string, isOptional: true), Attribute("updatedAt", .date),
      ],
      relationships: [toMany("cars", "Car", "owner", isOptional: true)],
      uniquenessConstraints: [["firstName", "lastName"]]),
    Entity("SportCar", parent: "Car"),
  ])

  /// CoreDataPlus's SampleModel3, third version: a model whose checksum is stated.
  static let pets = schema([
    Entity(
      "Pet", attributes: [Attribute("name", .string)],
      relationships: [toOne("owner", "User", "pet")]),
    Entity(
      "User", attributes: [Attribute("name", .string)],
      relationships: [toOne("pet", "Pet", "owner")]),
  ])

  /// Two entities of objc.io's Moody, third version: an abstract parent.
  static let moody3 = schema([
    Entity(
      "GeographicRegion", isAbstract: true,
      attributes: [
        Attribute("markedForDeletionDate", .date, isOptional: true),
        Attribute("numberOfMoods", .int64), Attribute("numericISO3166Code", .int16),
        Attribute("uniquenessDummy", .int16), Attribute("updatedAt", .date),
      ], uniquenessConstraints: [["numericISO3166Code", "uniquenessDummy"]]),
    Entity(
      "Country", parent: "GeographicRegion",
      relationships: [
        toOne("continent", "Continent", "countries"), toMany("moods", "Mood", "country"),
      ]),
  ])

  /// MetaCocktails (SwiftData): enumerations of all three kinds, structs, a to-many with and one
  /// without `?`.
  static let cocktails = schema(
    [cocktail, garnish, ingredient, ingredientBase],
    enumerations: [
      Enumeration("Glassware", rawType: .string, cases: [.init("coupe", rawValue: .string("c"))]),
      Enumeration("Collection", rawType: .int, cases: [.init("classics", rawValue: .int(0))]),
      Enumeration(
        "HistoricSpec", rawType: .none,
        cases: [
          "algonquin", "alaska", "betweenTheSheets", "bloodAndSand", "bramble", "bobbyBurns",
          "chocolateCocktail", "elDiablo", "fogCutter", "ginFizz", "gimlet", "silverFizz",
          "hotToddy", "mexicanFiringSquad", "modernCocktail",
        ].map { .init($0, rawValue: .string($0)) }),
    ],
    composites: [
      Composite(
        "Author",
        elements: [Attribute("id", .uuid)]
          + ["person", "place", "year"].map { Attribute($0, .string) }),
      Composite("Build", elements: [Attribute("instructions", .array(.composite("Step")))]),
      Composite("Step", elements: [Attribute("text", .string)]),
      Composite(
        "Tags",
        elements: ["flavors", "profiles", "styles", "booze", "nA"].map {
          Attribute($0, .array(.string))
        }),
      Composite(
        "Prep",
        elements: [
          Attribute("id", .uuid), Attribute("prepIngredientName", .string),
          Attribute("prepRecipe", .array(.string)),
        ]),
    ])

  private static let cocktail = Entity(
    "Cocktail",
    attributes: [
      Attribute("id", .uuid, defaultValue: .newUUID), Attribute("cocktailName", .string),
      Attribute("glasswareType", .enumeration(.named("Glassware"))),
      Attribute("ice", .enumeration(.inline(["cubes", "crushed"])), isOptional: true),
      Attribute("author", .composite("Author"), isOptional: true),
      Attribute("buildOrder", .composite("Build"), isOptional: true),
      Attribute("notes", .string, isOptional: true),
      Attribute("tags", .composite("Tags"), isTransient: true),
      Attribute("compiledTags", .composite("Tags")),
      Attribute("variation", .enumeration(.inline(["none"])), isOptional: true),
      Attribute("variationName", .string, isOptional: true),
      Attribute("collection", .enumeration(.named("Collection")), isOptional: true),
      Attribute("isCustomCocktail", .bool), Attribute("collectionName", .string),
      Attribute("titleCocktail", .bool, isOptional: true), Attribute("favorite", .bool),
      Attribute("historicSpec", .enumeration(.named("HistoricSpec")), isOptional: true),
    ],
    relationships: [
      toMany("garnish", "Garnish", "cocktails"), toMany("spec", "Ingredient", nil),
    ], uniquenessConstraints: [["cocktailName"]])

  private static let garnish = Entity(
    "Garnish", attributes: [Attribute("name", .string)],
    relationships: [toMany("cocktails", "Cocktail", "garnish", isOptional: true)],
    uniquenessConstraints: [["name"]])

  private static let ingredient = Entity(
    "Ingredient",
    attributes: [
      Attribute("id", .uuid), Attribute("value", .double),
      Attribute("unit", .enumeration(.inline(["fluidOunces"]))),
    ], relationships: [Relationship("ingredientBase", .toOne, "IngredientBase")])

  private static let ingredientBase = Entity(
    "IngredientBase",
    attributes: ["baseCategory", "name", "specialtyCategory", "umbrellaCategory"].map {
      Attribute($0, .string)
    } + [
      Attribute("id", .uuid), Attribute("info", .string, isOptional: true),
      Attribute("isCustom", .bool), Attribute("tags", .composite("Tags"), isOptional: true),
      Attribute("prep", .composite("Prep"), isOptional: true),
    ], uniquenessConstraints: [["name"]])

  private static func schema(
    _ entities: [Entity], enumerations: [Enumeration] = [], composites: [Composite] = []
  ) -> Schema {
    Schema(
      name: "Known", version: Version(1), entities: entities, enumerations: enumerations,
      composites: composites)
  }

  private static func toOne(
    _ name: String, _ destination: String, _ inverse: String
  ) -> Relationship {
    Relationship(name, .toOne, destination, isOptional: true, inverse: inverse)
  }

  private static func toMany(
    _ name: String, _ destination: String, _ inverse: String?, isOptional: Bool = false,
    isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name, .toMany, destination, isOptional: isOptional, inverse: inverse, isOrdered: isOrdered)
  }
}
