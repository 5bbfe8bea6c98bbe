import Diagnostics
import SchemaExchange
import SchemaModel
import TestSupport
import Testing

struct MappingModelTests {
  private static func model(_ type: String) -> String {
    """
    <model><entity name="Item"><attribute name="n" attributeType="\(type)"/></entity></model>
    """
  }

  private static func mapping(_ source: String, _ target: String) -> String {
    """
    <?xml version="1.0"?>
    <database>
      <object type="XDDEVMAPPINGMODEL" id="z1">
        <attribute name="sourcemodelpath" type="string">App/\(source).xcdatamodel</attribute>
        <attribute name="destinationmodelpath" type="string">App/\(target).xcdatamodel</attribute>
      </object>
    </database>
    """
  }

  /// A package in a folder of a project, with a mapping model somewhere near.
  private func history(_ mapping: String, at path: String) throws -> ImportedHistory {
    let folder = try TemporaryFolder()
    for (name, type) in [("Shop", "Integer 16"), ("Shop 2", "String"), ("Shop 3", "Binary")] {
      try folder.write(
        Self.model(type), to: "App/Model/Shop.xcdatamodeld/\(name).xcdatamodel/contents")
    }
    try folder.write(mapping, to: "App/\(path)/A.xcmappingmodel/xcmapping.xml")
    return try ModelImporter.history(of: "\(folder.path)/App/Model/Shop.xcdatamodeld/")
  }

  @Test(arguments: ["Model", "Model/Mappings", "Mappings", "Migration/Mappings"])
  func `a version to which a mapping model leads is custom`(path: String) throws {
    let history = try history(
      Self.mapping("Shop.xcdatamodeld/Shop", "Shop.xcdatamodeld/Shop 2"), at: path)
    #expect(history.versions.map(\.migration?.kind) == [nil, .custom, nil])
    #expect(
      history.remarks.map(\.message) == [
        "the mapping model from 'Shop' to 'Shop 2' is not carried; the version says 'kind: custom' for "
          + "it"
      ])
  }

  @Test(arguments: [
    ("Shop.xcdatamodeld/Shop", "Shop.xcdatamodeld/Shop 3"),
    ("Shop.xcdatamodeld/Shop 2", "Shop.xcdatamodeld/Shop"),
    ("Other.xcdatamodeld/Shop", "Other.xcdatamodeld/Shop 2"),
  ])
  func `a mapping model for another migration or another model is ignored`(
    source: String, target: String
  ) throws {
    let history = try history(Self.mapping(source, target), at: "Model")
    #expect(history.versions.map(\.migration) == [nil, nil, nil])
    #expect(history.remarks == [])
  }

  @Test func `a mapping model of an unknown version is skipped with a warning`() throws {
    let history = try history(
      Self.mapping("Shop.xcdatamodeld/Shop", "Shop.xcdatamodeld/Shop2"), at: "Model")
    #expect(history.versions.map(\.migration) == [nil, nil, nil])
    let remark = try #require(history.remarks.first)
    #expect(remark.subject.severity == .warning)
    #expect(
      remark.message.hasSuffix(
        "/Model/A.xcmappingmodel' is passed over: it names 'Shop2.xcdatamodel', which the package does not have"
      ))
  }

  @Test func `an unreadable mapping model is reported`() throws {
    let history = try history("<database>", at: "Model")
    #expect(history.versions.map(\.migration) == [nil, nil, nil])
    #expect(history.remarks.map(\.subject) == [.unreadMapping])
  }
}
