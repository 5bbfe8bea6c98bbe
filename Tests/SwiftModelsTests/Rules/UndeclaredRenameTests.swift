import Diagnostics
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

/// The findings on renames that only schema files declare.
struct UndeclaredRenameTests {
  /// A model whose version 1.0.0 is released, with the versions that follow.
  private static func released(_ drafts: String...) throws -> ReleasedModel {
    let first = """
      schema: People
      version: 1.0.0
      entities:
        Person:
          attributes: {name: string = "", nick: string?}
          relationships: {pet: {toOne: Pet?, inverse: owner}}
        Pet:
          attributes: {name: string = ""}
          relationships: {owner: {toOne: Person?, inverse: pet}}
      """
    let documents = try ([first] + drafts).enumerated().map { place, text in
      try SchemaReader.read(text: text, name: "V\(place + 1).yaml")
    }
    return ReleasedModel(history: SchemaHistory(documents), newest: Version(1))
  }

  private static let renamed = """
    schema: People
    version: 2.0.0
    entities:
      Person:
        attributes:
          name: string = ""
          nickname: {type: string?, renamedFrom: nick}
        relationships: {animal: {toOne: Pet?, inverse: owner, renamedFrom: pet}}
      Pet:
        attributes: {name: string = ""}
        relationships: {owner: {toOne: Person?, inverse: animal}}
    """

  private static let plain = """
    import SwiftData
    @Model final class Person {
      var name = ""
      var nickname: String?
      @Relationship(inverse: \\Pet.owner) var animal: Pet?
    }
    @Model final class Pet { var name = ""; var owner: Person? }
    """

  private static let mended =
    plain
    .replacing("var nickname", with: "@Attribute(originalName: \"nick\") var nickname")
    .replacing("@Relationship(inverse", with: "@Relationship(originalName: \"pet\", inverse")

  private func found(_ text: String, _ model: ReleasedModel) -> [Diagnostic] {
    SwiftSource(texts: [("Models.swift", text)]).findings(released: [model]).filter {
      $0.code == "unversioned-model-change"
    }
  }

  @Test func `a rename of a released version stays in the source while older stores may come`()
    throws
  {
    var model = try Self.released(Self.renamed)
    model.newest = Version(2)
    let pins = model.history.versions.map { ReleasedVersion(releasing: $0) }
    model.pinned = pins
    #expect(
      found(Self.plain, model).map(\.message) == [
        "in version 1.0.0 attribute 'Person.nickname' was 'nick', and the source does not say so: the "
          + "platform drops 'nick', and 'nickname' starts empty",
        "in version 1.0.0 relationship 'Person.animal' was 'pet', and the source does not say so: the "
          + "platform drops 'pet', and 'animal' starts empty",
      ])
    #expect(found(Self.mended, model) == [])
    model.pinned = Array(pins.dropFirst())
    #expect(found(Self.plain, model) == [])
  }

  @Test func `a released version in the source keeps its renames`() throws {
    var model = try Self.released(Self.renamed)
    model.newest = Version(2)
    model.pinned = model.history.versions.map { ReleasedVersion(releasing: $0) }
    func versioned(_ models: String) -> String {
      """
      import SwiftData
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Person.self, Pet.self] }
        \(models.replacing("import SwiftData", with: ""))
      }
      """
    }
    #expect(
      found(versioned(Self.plain), model).map(\.message) == [
        "in version 1.0.0 attribute 'Person.nickname' was 'nick', and the source does not say so: the "
          + "platform drops 'nick', and 'nickname' starts empty",
        "in version 1.0.0 relationship 'Person.animal' was 'pet', and the source does not say so: the "
          + "platform drops 'pet', and 'animal' starts empty",
      ])
    #expect(found(versioned(Self.mended), model) == [])
  }

  @Test func `a rename that the source does not know is an error at the property`() throws {
    let start = "error: version 2.0.0 says that"
    let end = "and the source does not say so: the platform drops"
    expect(
      found(Self.plain, try Self.released(Self.renamed)).map(line).joined(separator: "\n"),
      is: """
        Models.swift:4:7: \(start) attribute 'Person.nickname' was 'nick', \(end) 'nick', and \
        'nickname' starts empty [unversioned-model-change]
          V2.yaml:7:46: it is said here
          write '@Attribute(originalName: "nick")' before it, or add 'originalName:' to the \
        existing '@Attribute'; or carry the values over in a custom stage
        Models.swift:5:42: \(start) relationship 'Person.animal' was 'pet', \(end) 'pet', and \
        'animal' starts empty [unversioned-model-change]
          V2.yaml:8:72: it is said here
          write '@Relationship(originalName: "pet")' before it, or add 'originalName:' to the \
        existing '@Relationship'; or carry the values over in a custom stage
        """)
  }

  @Test func `a rename that the source knows, or that is released, draws nothing`() throws {
    #expect(found(Self.mended, try Self.released(Self.renamed)) == [])
    // A later version carries the name on, and the released one has the new name already.
    let third = Self.renamed.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing("      nickname", with: "      age: int?\n      nickname")
    var second = try Self.released(Self.renamed)
    second.newest = Version(2)
    #expect(found(Self.plain, second) == [])
    var later = try Self.released(Self.renamed, third)
    later.newest = Version(2)
    let older = Self.plain.replacing("var nickname", with: "var age: Int?\n  var nickname")
    #expect(found(older, later) == [])
  }

  @Test func `names are followed over all versions that are being written`() throws {
    let third = Self.renamed.replacing("version: 2.0.0", with: "version: 3.0.0")
      .replacing(
        "nickname: {type: string?, renamedFrom: nick}",
        with: "alias: {type: string?, renamedFrom: nickname}")
    let model = try Self.released(Self.renamed, third)
    let source = Self.mended.replacing("var nickname", with: "var alias")
    #expect(found(source, model) == [])
    #expect(
      found(source.replacing("\"nick\"", with: "\"nickname\""), model).map(\.message) == [
        "version 3.0.0 says that attribute 'Person.alias' was 'nick', and the source does not say so: the "
          + "platform drops 'nick', and 'alias' starts empty"
      ])
  }

  @Test func `a class cannot be renamed, and a stage with code may carry everything over`() throws {
    let draft = """
      schema: People
      version: 2.0.0
      entities:
        Human:
          renamedFrom: Person
          attributes: {name: string = "", nick: string?}
          relationships: {pet: {toOne: Pet?, inverse: owner}}
        Pet:
          attributes: {name: string = ""}
          relationships: {owner: {toOne: Human?, inverse: pet}}
      """
    let source = """
      import SwiftData
      enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Human.self, Pet.self] }
        @Model final class Human {
          var name = ""
          var nick: String?
          @Relationship(inverse: \\Pet.owner) var pet: Pet?
        }
        @Model final class Pet { var name = ""; var owner: Human? }
      }
      """
    let model = try Self.released(draft)
    #expect(
      found(source, model).map(line) == [
        """
        Models.swift:5:22: error: version 2.0.0 says that entity 'Human' was 'Person', and the source \
        does not say so: the platform drops 'Person', and 'Human' starts empty [unversioned-model-change]
          V2.yaml:5:18: it is said here
          keep the class 'Person', with 'typealias Human = Person' for the app's code; or copy its \
        objects over two versions, as 'migrate explain rename-entity' shows
        """
      ])
    let plan = """

      enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Person.self, Pet.self] }
        @Model final class Person {
          var name = ""
          var nick: String?
          @Relationship(inverse: \\Pet.owner) var pet: Pet?
        }
        @Model final class Pet { var name = ""; var owner: Person? }
      }
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
          [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: keep, didMigrate: fill)]
        }
      }
      """
    #expect(found(source + plan, model) == [])
  }
}
