import SchemaModel
import Testing

struct VersionHashTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var model: String
    var schema: Schema
    var entity: String
    var hash: String
    var testDescription: String { "\(model): \(entity)" }
  }

  static let vectors: [Vector] = [
    Vector(
      model: "FreezeRay 1", schema: KnownModels.freezeRay1, entity: "User",
      hash: "bbf54e4ba2823a88c9d7b39c0494507f5932a4f1c2e3789d309f4175e5af66d2"),
    Vector(
      model: "FreezeRay 2", schema: KnownModels.freezeRay2, entity: "User",
      hash: "9d8506f17975d9feec6fb99e275ba570fc00dcbc189007a4b520edccd250f29c"),
    Vector(
      model: "Bookmarks 1", schema: KnownModels.bookmarks1, entity: "BookmarkEntity",
      hash: "c37ad9b31a1ce3faf258164444717a730317dee04efa4191d31086d2179f9c20"),
    Vector(
      model: "Bookmarks 2", schema: KnownModels.bookmarks2, entity: "BookmarkEntity",
      hash: "99d650930f7e484410207feedd129b42f5e7acff83ab6a9bf61b9a6d88bdd382"),
    Vector(
      model: "SampleModel", schema: KnownModels.sampleModel, entity: "Car",
      hash: "9e555529072158220d1bacd2f80a3dad4919f74a32aa8be9ee22a6a7b4126c8f"),
    Vector(
      model: "SampleModel", schema: KnownModels.sampleModel, entity: "ExpensiveSportCar",
      hash: "3dc7e32b1be45b5a4c795ac9af3e1d10aa7222d3c69ae805bbeb4408bdeba480"),
    Vector(
      model: "SampleModel", schema: KnownModels.sampleModel, entity: "Person",
      hash: "164268551b45108ae763aa2ba61ff32d32d32323850987c3e21607c8da44b72b"),
    Vector(
      model: "SampleModel", schema: KnownModels.sampleModel, entity: "SportCar",
      hash: "514ec1907a568299f9fb6851106516136f0755f45fa53a823a0e4d44013d5313"),
    Vector(
      model: "Moody 3", schema: KnownModels.moody3, entity: "GeographicRegion",
      hash: "c0e025164cb30e0c0736b581b14a9e832c948d9cbd6c58e189370e3c6afd6aa9"),
    Vector(
      model: "Moody 3", schema: KnownModels.moody3, entity: "Country",
      hash: "2ba027cc056ea4bd998833e904586241e1ee53afb33926c24ee9910d995fb001"),
    Vector(
      model: "Cocktails", schema: KnownModels.cocktails, entity: "Cocktail",
      hash: "78b8be45a61c914cccf034ad2da209e146fce08f2c5906a791c1091761613590"),
    Vector(
      model: "Cocktails", schema: KnownModels.cocktails, entity: "Garnish",
      hash: "76a9959e90e79ed17b32a980a29e5368b953c5b7e7fd4073cfe063e316d44cc5"),
    Vector(
      model: "Cocktails", schema: KnownModels.cocktails, entity: "Ingredient",
      hash: "4a3b9f32df42aee19eb186b6ad03ad57c96cd3fb4532671a4063da2002cfc61a"),
    Vector(
      model: "Cocktails", schema: KnownModels.cocktails, entity: "IngredientBase",
      hash: "a017653989a9a1b642674e178f21d0f983180ef6b26dc16736063535ab22e615"),
  ]

  @Test(arguments: vectors)
  func `an entity's hash equals the hash that Core Data wrote into a store`(vector: Vector) {
    #expect(vector.schema.versionHashes()[vector.entity]?.value?.hexadecimal == vector.hash)
  }

  private static let book = [
    Attribute("isbn", .string, isOptional: true), Attribute("isInLibrary", .bool),
  ]

  private static func derived(_ expression: String) -> Entity {
    Entity(
      "Book", attributes: [Attribute("pagesCount", .int64, derivation: expression)],
      relationships: [Relationship("pages", .toMany, "Page", isOptional: true)])
  }

  @Test(arguments: [
    // Upper case comes first.
    (
      Entity("Book", attributes: book),
      "1f74e2c15b9975edff1437765dd6727469c2934a58d497d84abd5751bf733285"
    ),
    // A modifier comes last.
    (
      Entity("Book", hashModifier: "2", attributes: book),
      "eec3e6dfe29ca6557d059d8b704d39377462a10f6e26cefe9c8bb2b8cffc77da"
    ),
    // A count is hashed as a function, a key path as it is written.
    (derived("pages.@count"), "7f3d6536e20aad01787741c1e1b0edc41be70eb219c3c948a6716d69d13c468f"),
    (derived("author.name"), "2f00e84e64875424110b66a0e7f5f3168a035c7335b2257e533996e3ee83554c"),
  ])
  func `names are sorted by bytes, a modifier is last, and a derived attribute is its expression`(
    entity: Entity, hash: String
  ) {
    let schema = Schema(name: "Library", version: Version(1), entities: [entity])
    #expect(schema.versionHashes()["Book"]?.value?.hexadecimal == hash)
  }

  @Test func `the name, type and optionality of a derived attribute do not change the hash`() {
    let schema = Schema(
      name: "Library", version: Version(1), entities: [Self.derived("author.name")])
    var other = schema
    other.entities[0].attributes[0] = Attribute(
      "pagesInAll", .int16, isOptional: true, derivation: "author.name")
    #expect(other.versionHashes() == schema.versionHashes())
  }

  @Test func `parts that storage does not depend on do not change the hash`() {
    var schema = KnownModels.bookmarks1
    schema.entities[0].documentation = "A bookmark, or a folder of them"
    schema.entities[0].renamedFrom = "Bookmark"
    schema.entities[0].indexes = [Index(on: "uuid")]
    schema.entities[0].rules = [ValidationRule(name: "titled", check: "title <> ''")]
    schema.entities[0].attributes[0].defaultValue = .literal(.bool(true))
    schema.entities[0].attributes[4].pattern = ".+"
    schema.entities[0].attributes.append(Attribute("note", .string, isTransient: true))
    schema.entities[0].attributes.reverse()
    schema.entities[0].relationships[0].declaredDeleteRule = .cascade
    #expect(schema.versionHashes() == KnownModels.bookmarks1.versionHashes())
  }

  @Test func `a deep and wide model is hashed in one walk`() {
    let entities = (0..<10_000).map { number in
      Entity(
        "E\(number)", parent: number % 100 == 0 ? nil : "E\(number - 1)",
        attributes: number % 100 == 0 ? [Attribute("name", .string)] : [])
    }
    let schema = Schema(name: "Large", version: Version(1), entities: entities.reversed())
    let hashes = schema.versionHashes()
    #expect(hashes.count == 10_000)
    #expect(hashes.values.allSatisfy { $0.value != nil })
  }

  @Test func `a hash reads back from its digits, and nothing else does`() {
    let digits = Self.vectors[0].hash
    #expect(VersionHash(hexadecimal: digits)?.hexadecimal == digits)
    #expect(VersionHash(hexadecimal: String(digits.dropLast(2))) == nil)
    #expect(VersionHash(hexadecimal: String(repeating: "x", count: 64)) == nil)
  }
}
