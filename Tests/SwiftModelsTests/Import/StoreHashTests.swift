import SchemaModel
import SwiftModels
import Testing

/// Models in Swift, compared with the hashes that SwiftData wrote into public stores of the same
/// models.
struct StoreHashTests {
  /// The models of FreezeRay's test app in three versions, as far as hashes depend on them.
  static let people = """
    import SwiftData

    enum First: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [User.self] }
    }
    extension First {
      @Model final class User { var name: String?; var createdAt: Date? }
    }

    enum Second: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Second.User.self] }
      @Model final class User { var name, email: String?; var createdAt: Optional<Date> }
    }
    """

  @Test func `versioned schemas hash to what FreezeRay's stores contain`() {
    let versions = schemas(["People.swift": Self.people]).versions
    #expect(
      versions.map { $0.schema.versionHashes()["User"]?.value?.hexadecimal } == [
        "bbf54e4ba2823a88c9d7b39c0494507f5932a4f1c2e3789d309f4175e5af66d2",
        "9d8506f17975d9feec6fb99e275ba570fc00dcbc189007a4b520edccd250f29c",
      ])
    #expect(
      versions.first?.schema.checksum.value == "hVf/dkygPyXWgY+Jcgvx9sMUcaiS0yfaIlBvgiRFqr4=")
  }

  /// The models of MetaCocktails, over several files: all three kinds of enumerations, structs, a
  /// transient property, a unique key in both spellings, declared and undeclared inverses.
  static let drinks = [
    "Model/Cocktail.swift": #"""
    @Model
    class Cocktail: Hashable, Identifiable {
      #Index<Cocktail>([\.cocktailName], [\.cocktailName, \.collectionName])

      var id = UUID()
      @Attribute(.unique) var cocktailName: String
      var glasswareType: Glass
      @Relationship(deleteRule: .nullify, inverse: \Garnish.cocktails) var garnish: [Garnish]
      var ice: Ice?
      var author: Writer?
      @Relationship(deleteRule: .cascade) var spec: [Ingredient]
      var buildOrder: Steps?
      var notes: String?
      @Transient var tags: Tags = Tags()
      var compiledTags: Tags = Tags()
      var variation: Variation?
      var variationName: String?
      var collection: Collection?
      var isCustomCocktail: Bool
      var collectionName: String
      var titleCocktail: Bool?
      var favorite: Bool
      var historicSpec: Recipe?

      static func == (lhs: Cocktail, rhs: Cocktail) -> Bool { lhs.id == rhs.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
      var label: String { cocktailName.uppercased() }
    }
    """#,
    "Model/Garnish.swift": #"""
    @Model
    class Garnish {
      #Unique<Garnish>([\.name])
      var name: String
      var cocktails: [Cocktail]?
    }
    """#,
    "Model/Ingredient.swift": #"""
    @Model
    class Ingredient {
      var id: UUID
      var ingredientBase: IngredientBase
      var value: Double
      var unit: Unit

      enum Unit: String, Codable { case ounces = "fl oz", drops }
    }

    @Model
    class IngredientBase {
      #Unique<IngredientBase>([\.name])
      var id: UUID
      var name: String
      var info: String?
      var tags: Tags?
      var prep: Prep?
      var isCustom: Bool = false
      var umbrellaCategory: String
      var baseCategory: String
      var specialtyCategory: String
    }
    """#,
    "Model/Values.swift": """
    enum Glass: String, Codable { case tall = "Tall glass", short }
    enum Ice: String, Codable { case cubes }
    enum Variation: String, Codable { case classic }
    enum Collection: Int, Codable { case house, guest }
    enum Recipe: Codable {
      case algonquin, alaska, betweenTheSheets, bloodAndSand, bramble, bobbyBurns
      case chocolateCocktail, elDiablo, fogCutter, ginFizz, gimlet, silverFizz
      case hotToddy, mexicanFiringSquad, modernCocktail
    }
    struct Writer: Codable, Identifiable {
      var id = UUID()
      var person: String
      var place: String
      var year: String
    }
    struct Steps: Codable { var instructions: [Step] }
    struct Step: Codable { var number: Int; var text: String }
    struct Tags: Codable {
      var flavors: [String]?
      var profiles, styles: [String]?
      var booze: [String]?
      var nA: [String]?
      var all: [String] { (flavors ?? []) + (booze ?? []) }
    }
    struct Prep: Codable {
      var id = UUID()
      let prepIngredientName: String
      var prepRecipe: [Step]
    }
    """,
  ]

  @Test(arguments: [
    ("Cocktail", "78b8be45a61c914cccf034ad2da209e146fce08f2c5906a791c1091761613590"),
    ("Garnish", "76a9959e90e79ed17b32a980a29e5368b953c5b7e7fd4073cfe063e316d44cc5"),
    ("Ingredient", "4a3b9f32df42aee19eb186b6ad03ad57c96cd3fb4532671a4063da2002cfc61a"),
    ("IngredientBase", "a017653989a9a1b642674e178f21d0f983180ef6b26dc16736063535ab22e615"),
  ])
  func `models hash to what the store of MetaCocktails contains`(
    entity: String, hash: String
  ) {
    let schemas = schemas(Self.drinks)
    #expect(schemas.problems == [])
    #expect(schemas.live?.schema.versionHashes()[entity]?.value?.hexadecimal == hash)
  }
}
