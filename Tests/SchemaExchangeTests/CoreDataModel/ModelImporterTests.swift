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

  @Test func `an unsupported pattern, or a pattern that excludes the default, is remarked`() throws
  {
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

  @Test func `a default or a bound that is no value of its type is left out, and remarked`() throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      <model>
        <entity name="Site">
          <attribute name="a" attributeType="Integer 64" defaultValueString="YES"/>
          <attribute name="b" attributeType="Boolean" defaultValueString="perhaps"/>
          <attribute name="c" attributeType="Integer 16" defaultValueString="40000" minValueString="70000" maxValueString="5.0"/>
          <attribute name="d" attributeType="Date" defaultDateTimeInterval="soon" minDateTimeInterval="nan"/>
          <attribute name="e" attributeType="Double" defaultValueString="inf" minValueString="9" maxValueString="1"/>
          <attribute name="f" attributeType="String" minValueString="-1" maxValueString="8"/>
          <attribute name="g" attributeType="Integer 32" defaultValueString="-3.0" minValueString="-4"/>
          <attribute name="h" attributeType="Integer 32" defaultValueString="NO"/>
        </entity>
      </model>
      """, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
    let history = try ModelImporter.history(of: path)
    #expect(
      history.versions[0].schema.entities[0].attributes == [
        Attribute("a", .int64), Attribute("b", .bool), Attribute("c", .int16, maximum: .int(5)),
        Attribute("d", .date), Attribute("e", .double), Attribute("f", .string, maximum: .int(8)),
        Attribute("g", .int32, defaultValue: .literal(.int(-3)), minimum: .int(-4)),
        Attribute("h", .int32, defaultValue: .literal(.int(0))),
      ])
    #expect(
      history.remarks.map(\.diagnostic).map(\.line)
        == [
          "3:52 misfit-default the default of 'Site.a' is left out: 'YES' is not a whole number",
          "4:49 misfit-default the default of 'Site.b' is left out: 'perhaps' is not YES or NO",
          "5:52 misfit-default the default of 'Site.c' is left out: '40000' is not a whole number of"
            + " 16 bits",
          "5:79 misfit-bound a bound of 'Site.c' is left out: '70000' is not a whole number of 16"
            + " bits",
          "6:46 misfit-default the default of 'Site.d' is left out: 'soon' is not a number of seconds",
          "6:77 misfit-bound a bound of 'Site.d' is left out: 'nan' is not a number of seconds",
          "7:48 misfit-default the default of 'Site.e' is left out: 'inf' is not a number",
          "7:73 misfit-bound a bound of 'Site.e' is left out: '9' is above the maximum '1'",
          "7:92 misfit-bound a bound of 'Site.e' is left out: '1' is below the minimum '9'",
          "8:48 misfit-bound a bound of 'Site.f' is left out: '-1' is not the length of a text",
        ].map { path + ":" + $0 })
  }

  @Test func `a to-one that is ordered is carried as a plain one, and remarked`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      <model>
        <entity name="Note">
          <relationship name="next" optional="YES" maxCount="1" ordered="YES" destinationEntity="Note"/>
        </entity>
      </model>
      """, to: "Notes.xcdatamodeld/Notes.xcdatamodel/contents")
    let history = try ModelImporter.history(of: path)
    #expect(
      history.versions[0].schema.entities[0].relationships == [
        Relationship("next", .toOne, "Note", isOptional: true)
      ])
    #expect(
      history.remarks.map(\.diagnostic.line) == [
        path + ":3:59 ordered-to-one 'Note.next' leads to one object and is ordered, which a schema"
          + " does not say, so the hash of its entity may differ"
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
    #expect(
      history.warnings.map(\.line) == [
        "- current-version-not-last 'Shop 2' is the current version of 'Shop', and 'Shop 10' comes after "
          + "it (where stores of 'Shop 2' are newer, give the schema files other numbers in 'version:'; "
          + "a version that is not in use yet can stay)"
      ])
  }

  @Test(arguments: [
    (["A", "2", "3"], "A", ["A", "2", "3"]),
    (["2.9", "2.101", "App"], "App", ["App", "2.9", "2.101"]),
    (["v2", "v10", "Initial"], "Store", ["Initial", "v2", "v10"]),
    (["Store 2", "Old", "New"], "Store", ["New", "Old", "Store 2"]),
  ])
  func `the version without a number comes first`(
    labels: [String], model: String, expected: [String]
  ) throws {
    let folder = try TemporaryFolder()
    for label in labels {
      try folder.write("<model/>", to: "\(model).xcdatamodeld/\(label).xcdatamodel/contents")
    }
    let history = try ModelImporter.history(of: folder.path + "/\(model).xcdatamodeld")
    #expect(history.labels == expected)
    #expect(history.warnings == [])
  }

  @Test func `an unreadable version before the current version is left out`() throws {
    let folder = try TemporaryFolder()
    for (label, text) in [("Shop", "<model/>"), ("Shop 2", "<plist/>"), ("Shop 4", "<model/>")] {
      try folder.write(text, to: "Shop.xcdatamodeld/\(label).xcdatamodel/contents")
    }
    try folder.write("", to: "Shop.xcdatamodeld/Shop 3.xcdatamodel/layout")
    let path = folder.path + "/Shop.xcdatamodeld"
    let history = try ModelImporter.history(of: path)
    #expect(history.labels == ["Shop", "Shop 4"])
    #expect(history.versions.map(\.schema.version) == [Version(1), Version(4)])
    #expect(
      history.warnings.map { $0.line.replacing(path, with: "") } == [
        "/Shop 2.xcdatamodel/contents:1:1 left-out-version 'Shop 2' is left out: there is no schema file "
          + "of version 2.0.0 ('<plist>' is not a Core Data model) (the other versions are imported; "
          + "correct this one, and import again)",
        "- left-out-version 'Shop 3' is left out: there is no schema file of version 3.0.0 "
          + "('/Shop 3.xcdatamodel' has no 'contents') (the other versions are imported; correct this "
          + "one, and import again)",
      ])
    try folder.write("<plist/>", to: "Shop.xcdatamodeld/Shop 4.xcdatamodel/contents")
    let found = problems { () throws(DiagnosticsError) in _ = try ModelImporter.history(of: path) }
    #expect(
      found.map { "\($0.severity) \($0.code)" }.sorted() == [
        "error invalid-model", "warning left-out-version", "warning left-out-version",
      ])
  }

  @Test func `all problems of all versions are reported at once`() throws {
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

  @Test func `a missing path, or a path that is not a package, is reported`() throws {
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
