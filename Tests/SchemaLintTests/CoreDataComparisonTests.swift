import Diagnostics
import SchemaLint
import SchemaModel
import Testing

struct CoreDataComparisonTests {
  private static let shop =
    "doc: Shop\nplatform: coredata\nentities: {Item: {attributes: {name: string}}}"
  private static let shop2 = """
    doc: Shop 2
    platform: coredata
    entities: {Item: {attributes: {name: string, stock: int = 0}}}
    """

  /// The findings in a model, given as its versions, against schema files of which the first are locked.
  private static func found(
    _ model: [String], current: Version? = nil, against files: [String], locked: Int
  ) throws -> [String] {
    let history = try MarkedModel(files).history
    let comparison = CoreDataComparison(
      try MarkedModel(model).history.versions, current: current, with: history,
      released: history.versions.prefix(locked).map { ReleasedVersion(releasing: $0) },
      command: "migrate import X")
    return comparison.findings.compactMap { Linter.judged($0)?.diagnostic }.map {
      "\($0.severity): \($0.message) [\($0.code)]"
    }
  }

  @Test func `a model that the schema files describe has no finding`() throws {
    #expect(
      try Self.found([Self.shop, Self.shop2], against: [Self.shop, Self.shop2], locked: 1) == [])
  }

  @Test func `a part that a released version did not have is an error`() throws {
    let edited = Self.shop.replacing("name: string", with: "name: string, size: double?")
    #expect(
      try Self.found([edited, Self.shop2], against: [Self.shop, Self.shop2], locked: 2) == [
        "error: 'Shop' is version 1.0.0, which was released, and is edited: attribute 'Item.size' is "
          + "new: double? [released-version-edited]"
      ])
  }

  @Test func `a change that keeps the version hashes is a warning`() throws {
    let edited = Self.shop2.replacing("= 0", with: "= 1")
    #expect(
      try Self.found([Self.shop, edited], against: [Self.shop, Self.shop2], locked: 2) == [
        "warning: 'Shop 2' is version 2.0.0, which was released, and is edited: attribute "
          + "'Item.stock' was 'int = 0' and is 'int = 1' [released-version-edited]"
      ])
  }

  @Test func `an old name and a needed default that only the schema file has are errors`() throws {
    let file = Self.shop2.replacing(
      "{name: string, stock: int = 0}",
      with: "{title: {type: string, renamedFrom: name}, stock: int = 0}")
    let model = Self.shop2.replacing(
      "{name: string, stock: int = 0}", with: "{title: string, stock: int}")
    #expect(
      try Self.found([Self.shop, model], against: [Self.shop, file], locked: 1) == [
        "error: only the schema file of 2.0.0 gives 'Item.stock' a default: in the model in Xcode it "
          + "is required without one, and the app cannot open an existing store (error 134110) "
          + "[unversioned-model-change]",
        "error: only the schema file of 2.0.0 says that 'Item.title' was 'name': the model in Xcode "
          + "has no such renaming identifier, and the platform drops the values of 'name' "
          + "[unversioned-model-change]",
      ])
  }

  @Test func `a change of a version that is not locked has to be described`() throws {
    let edited = Self.shop2.replacing("stock: int = 0", with: "stock: int?")
    #expect(
      try Self.found([Self.shop, edited], against: [Self.shop, Self.shop2], locked: 1) == [
        "error: attribute 'Item.stock' was 'int = 0' and is 'int?', and version 2.0.0, which is not "
          + "released yet, does not describe it [unversioned-model-change]"
      ])
  }

  @Test func `of versions without a schema file, only the current one is a finding`() throws {
    let third = Self.shop2.replacing("Shop 2", with: "Shop 3")
    let model = [Self.shop, Self.shop2, third]
    #expect(
      try Self.found(model, current: Version(2), against: [Self.shop, Self.shop2], locked: 2) == [])
    #expect(
      try Self.found(model, current: Version(3), against: [Self.shop, Self.shop2], locked: 2) == [
        "warning: 'Shop 3' is the current version, and no schema file describes it: what becomes of "
          + "data in the migration to it is not checked [unversioned-model-change]"
      ])
  }

  @Test func `versions are compared by their names where the first one was deleted`() throws {
    #expect(try Self.found([Self.shop2], against: [Self.shop, Self.shop2], locked: 2) == [])
  }

  @Test func `migrations, rules and profiles of a schema file are no difference`() throws {
    let more =
      Self.shop2.replacing(
        "}}}", with: "}, rules: [{name: has stock, check: stock >= 0}]}}")
      + "\nmigration: {kind: custom}"
    #expect(try Self.found([Self.shop, Self.shop2], against: [Self.shop, more], locked: 2) == [])
  }
}
