import SchemaExchange
import SchemaModel
import SchemaYAML
import SwiftModels
import Testing

/// Source that does not fit its lines, as it is written.
struct SwiftDataLinesTests {
  private static let words = "a default text that is rather long, too, "

  private static let models = [
    """
    composites:
      Street: {attributes: {name: string = "", number: int = 0}}
      Address:
        attributes:
          streetOfTheHouse: Street?
          postalCodeOfTheCityOrTown: string = ""
          namesOfThoseWhoLiveThere: "[string] = []"
    entities:
      House:
        attributes:
          address:
            type: Address
            default:
              streetOfTheHouse: {name: Some street with a name that is long, number: 17}
              postalCodeOfTheCityOrTown: "12345"
              namesOfThoseWhoLiveThere: [Ada Lovelace, Alan Turing, Grace Hopper, Barbara Liskov]
          others: {type: "[Street]", default: [{name: "\(words)", number: 1}, {name: "\(words)", number: 2}]}
    """,
    """
    entities:
      Book:
        attributes:
          summary: {type: string, default: "\(words)\(words)"}
          text: {type: string, default: "\(words)\\"\(words)\\" \\\\ \(words)\\n\(words)"}
          names: {type: "[string]", default: ["\(words)", "\(words)", "\(words)\(words)\(words)"]}
          numbers: {type: "[int]", default: [1000000, 2000000, 3000000, 4000000, 5000000, 6000000, 7000000, 8000000, 9000000]}
          site: {type: url, default: "https://example.org/a/rather/long/path/to/what/is/meant/by/all/of/this"}
          theIdentifierOfTheBookAmongAllOthers: {type: uuid, default: 12345678-1234-1234-1234-123456789012}
        initializer: [summary, text, names]
    """,
    """
    entities:
      ABookWithALongNameThatGoesOnForMoreThanHalfOfALine:
        attributes:
          aTitleWithALongNameThatGoesOnForMoreThanHalfOfALine:
            {type: string, unique: true, renamedFrom: aTitleWithAnotherLongNameThatGoesOnForMoreThanThat,
             hashModifier: "\(words)\(words)\(words)"}
          aNumberWithALongNameThatGoesOnForMoreThanHalfOfALineAndOnAndOn: {type: int, default: 1000000000}
          otherName: {type: string, default: "\(words)", renamedFrom: aLongNameOfTheVersionBefore}
        relationships:
          chaptersWithALongNameThatGoesOnForMoreThanHalfOfALine:
            {toMany: AChapterWithALongNameThatGoesOnForMoreThanHalfOfALine,
             inverse: theBookOfTheChapterWithALongNameThatGoesOnAndOn, delete: cascade}
        unique:
          - [aTitleWithALongNameThatGoesOnForMoreThanHalfOfALine]
          - [aNumberWithALongNameThatGoesOnForMoreThanHalfOfALineAndOnAndOn, otherName]
      AChapterWithALongNameThatGoesOnForMoreThanHalfOfALine:
        attributes: {self: int?, init: int, Type: string = "", in: string = ""}
        relationships:
          theBookOfTheChapterWithALongNameThatGoesOnAndOn:
            {toOne: ABookWithALongNameThatGoesOnForMoreThanHalfOfALine?,
             inverse: chaptersWithALongNameThatGoesOnForMoreThanHalfOfALine, delete: nullify}
        initializer: [init, self, in]
      AnEndWithALongNameThatGoesOnForMoreThanHalfOfALine:
        parent: AChapterWithALongNameThatGoesOnForMoreThanHalfOfALine
    """,
    """
    enums:
      AnEnumerationWithALongNameThatGoesOnForMoreThanHalfOfALine:
        raw: string
        cases: {aCaseWithALongName: "\(words)\(words)", other: "\(words)\(words)\(words)"}
    entities:
      Book:
        attributes:
          statusWithALongName:
            {type: AnEnumerationWithALongNameThatGoesOnForMoreThanHalfOfALine, default: aCaseWithALongName}
    """,
  ]

  @Test(arguments: models)
  func `a long line is broken as swift-format breaks it, and reads back`(model: String) throws {
    let document = try SchemaReader.read(
      text: "schema: Long\nversion: 1.0.0\n\(model)\n", name: "V1.yaml")
    let (text, _) = SwiftDataExporter.source(of: [document], stages: [])
    #expect(try text.formatted() == text)
    #expect(text.split(separator: "\n").filter { $0.count > 100 } == [])
    let read = try #require(SwiftSource(texts: [("Long.swift", text)]).schemas().versions.first)
    #expect(read.schema.versionHashes() == document.schema.versionHashes())
    #expect(read.schema.enumerations == document.schema.enumerations)
    let attributes = { (schema: Schema) in schema.entities.flatMap(\.attributes) }
    #expect(attributes(read.schema) == attributes(document.schema))
  }

  @Test func `a list of any length is broken as swift-format breaks it`() throws {
    let entities = (1...12).map { count in
      let values = (0..<count).map { "\(100_000 + $0)" }.joined(separator: ", ")
      let attributes = (18...26).map { length in
        "\(String(repeating: "n", count: length)): \"[int] = [\(values)]\""
      }
      return "  A\(count): {attributes: {\(attributes.joined(separator: ", "))}}"
    }
    let document = try SchemaReader.read(
      text: "schema: Long\nversion: 1.0.0\nentities:\n\(entities.joined(separator: "\n"))\n",
      name: "V1.yaml")
    let (text, _) = SwiftDataExporter.source(of: [document], stages: [])
    #expect(try text.formatted() == text)
  }
}
