import Diagnostics
import SchemaExchange
import SchemaModel
import TestSupport
import Testing

struct ModelImporterTests {
  @Test func `everything that a schema can say is carried, with its place`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      SampleModel.contents, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
    let history = try ModelImporter.history(of: folder.path + "/Shop.xcdatamodeld")
    #expect(history.name == "Shop")
    #expect(history.labels == ["Shop"])
    #expect(history.current == Version(1))
    #expect(history.versions.map(\.schema) == [SampleModel.schema])
    let sources = history.versions[0].sources
    let places: [SchemaPath: (Int, Int)] = [
      .entity("Product"): (3, 5),
      .property("price", of: "Product", .attributes): (5, 9),
      .property("price", of: "Product", .attributes).appending("default"): (5, 72),
      .property("owner", of: "Product", .relationships).appending("inverse"): (13, 125),
      .entity("Product").appending("unique", "0", "1"): (32, 25),
    ]
    for (part, (line, column)) in places {
      #expect(
        sources.exactLocation(of: part) == SourceLocation(file: path, line: line, column: column),
        "\(part)")
    }
  }

  @Test func `everything that a schema cannot say is remarked, item by item`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      SampleModel.contents, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
    let history = try ModelImporter.history(of: path)
    let lines = history.remarks.map { remark in
      let place = remark.location.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place) \(remark.diagnostic.severity) \(remark.message)"
    }
    #expect(lines.joined(separator: "\n") == SampleModel.remarks)
  }

  @Test func `a pattern that is none here, or that excludes the default, is remarked`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      <model>
        <entity name="Book">
          <attribute name="isbn" attributeType="String" regularExpressionString="(?&lt;=97)8" optional="YES"/>
          <attribute name="code" attributeType="String" regularExpressionString="[A-Z]+" defaultValueString=""/>
        </entity>
      </model>
      """, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
    let history = try ModelImporter.history(of: path)
    let attributes = history.versions[0].schema.entities[0].attributes
    #expect(attributes.map(\.pattern) == [nil, nil])
    #expect(
      history.remarks.map(\.message) == [
        "the expression '(?<=97)8' of 'Book.isbn' has no form in a schema",
        "the bound '[A-Z]+' of 'Book.code' is left out: it does not fit its type or its default",
      ])
  }

  @Test func `versions come in natural order, and the current one is known`() throws {
    let folder = try TemporaryFolder()
    for label in ["Shop", "Shop 2", "Shop 10", "shop 1"] {
      try folder.write("<model/>", to: "Shop.xcdatamodeld/\(label).xcdatamodel/contents")
    }
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/a.dtd">
      <plist version="1.0"><dict>
        <key>_XCCurrentVersionName</key><string>Shop 2.xcdatamodel</string>
      </dict></plist>
      """, to: "Shop.xcdatamodeld/.xccurrentversion")
    let history = try ModelImporter.history(of: folder.path + "/Shop.xcdatamodeld/")
    #expect(history.labels == ["Shop", "shop 1", "Shop 2", "Shop 10"])
    #expect(
      history.versions.map { "\($0.schema.version) \($0.schema.documentation ?? "")" }
        == ["1.0.0 Shop", "2.0.0 shop 1", "3.0.0 Shop 2", "4.0.0 Shop 10"])
    #expect(history.current == Version(3))
  }

  @Test func `all problems of all versions are told at once`() throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleModel.broken, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
    try folder.write("<model", to: "Shop.xcdatamodeld/Shop 2.xcdatamodel/contents")
    try folder.write("<plist/>", to: "Shop.xcdatamodeld/Shop 3.xcdatamodel/contents")
    try folder.write("bplist00", to: "Shop.xcdatamodeld/Shop 4.xcdatamodel/contents")
    try folder.write("bplist00", to: "Shop.xcdatamodeld/Shop 5.xcdatamodel/elements")
    try folder.write("", to: "Shop.xcdatamodeld/Shop 6.xcdatamodel/layout")
    try folder.write(
      "<plist><dict><key>_XCCurrentVersionName</key><string>Shop 9.xcdatamodel</string></dict></plist>",
      to: "Shop.xcdatamodeld/.xccurrentversion")
    let found = problems { () throws(DiagnosticsError) in
      _ = try ModelImporter.history(of: folder.path + "/Shop.xcdatamodeld")
    }
    let text = found.map(\.line).joined(separator: "\n")
    #expect(text.replacing(folder.path + "/Shop.xcdatamodeld/", with: "") == SampleModel.problems)
  }

  @Test func `what is not there, or is no package, is told`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Empty.xcdatamodeld/nothing")
    #expect(
      throws: DiagnosticsError([Diagnostic(code: "unreadable-file", "there is nothing at 'x'")])
    ) {
      try ModelImporter.history(of: "x")
    }
    let path = folder.path + "/Empty.xcdatamodeld"
    #expect(
      throws: DiagnosticsError([
        Diagnostic(code: "incomplete-package", "'\(path)' has no version of a model in it")
      ])
    ) { try ModelImporter.history(of: path) }
  }

  @Test(.enabled(if: Corpora.folder != nil, "\(Corpora.absence)"))
  func `every version of every public history imports, and every item is known`() throws {
    let packages = Corpora.paths(below: "xcdatamodeld", endingWith: ".xcdatamodeld")
    var versions = 0
    for package in packages {
      let history = try ModelImporter.history(of: Corpora.path(package))
      versions += history.versions.count
      let unknown = history.remarks.filter { $0.subject == .unknown }
      #expect(unknown == [], "\(package)")
    }
    #expect(packages.count == 18)
    #expect(versions == 54)
  }
}
