import Diagnostics
import HTMLReport
import MigrationPlanner
import SchemaModel
import SchemaYAML
import TestSupport
import Testing

struct HTMLReportTests {
  @Test func `the page of Epilogue has each entity, each property and each step`() throws {
    let history = try RepositorySchemas.history(of: "Epilogue")
    let page = HTMLReport([Self.model(history)], toolVersion: "1.0.0").text
    let newest = try #require(history.newest?.schema)
    for entity in newest.entities {
      #expect(page.contains("id=\"Epilogue.entity.\(entity.name)\""))
      for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
        #expect(page.contains("id=\"Epilogue.entity.\(entity.name).\(name)\""))
      }
    }
    for version in history.versions.map(\.schema.version) {
      #expect(page.contains("id=\"Epilogue.v\(version.major)-\(version.minor)-\(version.patch)\""))
    }
    for hop in Self.model(history).steps.map(\.hop) {
      for change in hop.changes {
        #expect(page.contains(HTML(change.change.summary).markup), "\(change)")
      }
    }
  }

  @Test(arguments: try RepositorySchemas.names())
  func `every link within a page has a target, and no target exists twice`(_ name: String) throws {
    var model = Self.model(try RepositorySchemas.history(of: name))
    model.stores = [ReportedStore(path: "a.store")]
    model.findings = [Diagnostic(code: "some-rule", "wrong")]
    let page = HTMLReport([model, model], toolVersion: "1.0.0").text
    let targets = page.matches(of: /\sid="([^"]*)"/).map { String($0.output.1) }
    #expect(Set(targets).count == targets.count)
    let links = page.matches(of: /\shref="#([^"]*)"/).map { String($0.output.1) }
    #expect(!links.isEmpty)
    #expect(Set(links).subtracting(targets).sorted() == [])
  }

  @Test func `a page names nothing that a browser would fetch`() throws {
    let model = Self.model(try RepositorySchemas.history(of: "Epilogue"))
    let page = HTMLReport([model], toolVersion: "1.0.0").text
    #expect(!page.contains(/(?:src|href)="(?!#)|url\((?!#)|@import|https?:/))
  }

  @Test func `parts that need JavaScript are hidden until it runs`() {
    let page = HTMLReport([], toolVersion: "1.0.0").text
    #expect(page.contains(#"<div class="tools" hidden>"#))
    #expect(page.matches(of: /<button|<input/).count == 2)
  }

  @Test func `a page about a hundred versions of 88 entities has less than a megabyte`() {
    let history = Self.longHistory(versions: 100, entities: 88)
    var model = Self.model(history)
    model.released = Set(history.versions.map(\.schema.version))
    let page = HTMLReport([model], toolVersion: "1.0.0").text
    #expect(page.utf8.count < 1_000_000)
    #expect(page.contains("id=\"App.way.1-100\""))
  }

  @Test func `the same models give the same bytes`() throws {
    let history = try RepositorySchemas.history(of: "TwinMind")
    #expect(
      HTMLReport([Self.model(history)], toolVersion: "1.0.0").text
        == HTMLReport([Self.model(history)], toolVersion: "1.0.0").text)
  }

  @Test func `names, texts and expressions from files are escaped`() throws {
    let evil = "<img src=x onerror=alert(1)>\"'&"
    let schema = Schema(
      name: evil, version: Version(1), documentation: evil,
      entities: [
        Entity(
          evil, documentation: evil,
          attributes: [
            Attribute(
              evil, .string, defaultValue: .literal(.string(evil)), documentation: evil,
              pattern: evil)
          ],
          relationships: [Relationship(evil, .toMany, evil, documentation: evil)],
          uniquenessConstraints: [[evil]], indexes: [Index([.init(evil)], name: evil)],
          rules: [ValidationRule(name: evil, check: evil)], table: evil, primaryKey: [evil])
      ],
      enumerations: [Enumeration(evil, cases: [.init(evil, rawValue: .string(evil))])],
      composites: [Composite(evil, elements: [Attribute(evil, .data)], documentation: evil)],
      queries: [Query(name: evil, entity: evil, filter: evil, order: evil)])
    var model = Self.model(SchemaHistory([SchemaDocument(schema: schema)]))
    model.parts = [.init(name: evil, summary: evil, failures: [evil])]
    model.findings = [
      Diagnostic(
        code: evil, evil, at: SourceLocation(file: evil, line: 1, column: 1), notes: [.init(evil)])
    ]
    var store = ReportedStore(path: evil)
    store.model = evil
    store.counts = [.init(entity: evil, objects: 3)]
    model.stores = [store]
    var report = HTMLReport([model], toolVersion: evil, source: { _ in evil })
    report.verdict = evil
    report.otherFindings = model.findings
    report.otherStores = [store]
    #expect(!report.text.contains("<img"))
    #expect(!report.text.contains(/<[^>]*"'&[^>]*>/))
  }

  @Test func `possible losses stand first, with a link to the version`() throws {
    let history = try Self.history(
      """
      schema: App
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string, year: int?}
      """,
      """
      schema: App
      version: 2.0.0
      entities:
        Book:
          attributes: {title: string}
      """)
    let page = HTMLReport([Self.model(history)], toolVersion: "1.0.0").text
    #expect(
      page.contains(
        """
        <div class="losses certain"><h3>What migrations may lose</h3><ul><li>\
        <span class="badge certain">loses values</span> <a href="#App.v2-0-0">2.0.0</a> \
        <a href="#App.v2-0-0.change-1"><code>attribute Book.year: int?</code></a><span class="remark"> (a removed attribute is dropped with \
        its values)</span></li></ul></div>
        """))
  }

  @Test func `a finding is shown with its line of source`() {
    var report = HTMLReport(
      [], toolVersion: "1.0.0", source: { $0 == "V1.yaml" ? "one\n\tt<o: x\n" : nil })
    report.otherFindings = [
      Diagnostic(
        code: "some-rule", severity: .warning, "odd",
        at: SourceLocation(file: "V1.yaml", line: 2, column: 3), notes: [.init("write it")])
    ]
    #expect(
      report.text.contains(
        """
        <li class="entry finding warning"><p class="message"><span class="badge warning">warning\
        </span> odd <code class="rule">some-rule</code></p><p class="place"><code>V1.yaml:2:3</code>\
        </p><pre>2 │ \tt<mark>&lt;</mark>o: x\n\
        <span class="caret">  │ \t <b>^</b></span></pre><ul class="notes"><li>write it</li></ul></li>
        """))
  }

  @Test func `a finding has a link to the page of its rule, which is on the page`() {
    var report = HTMLReport([], toolVersion: "1.0.0")
    report.otherFindings = [
      Diagnostic(code: "some-rule", "odd"), Diagnostic(code: "other-code", "odd"),
    ]
    report.rulePage = { code in
      code == "some-rule" ? "Flags `a < b`.\n\n## Why\n\n```yaml\na: b\n```\n\n- one,\n  two" : nil
    }
    #expect(
      report.text.contains(
        ##"<a href="#page.rule.some-rule"><code class="rule">some-rule</code></a>"##))
    #expect(report.text.contains(#" <code class="rule">other-code</code></p>"#))
    #expect(
      report.text.contains(
        """
        <details class="entry about" id="page.rule.some-rule"><summary><code>some-rule</code></summary>\
        <p>Flags <code>a &lt; b</code>.</p><h4>Why</h4><pre>a: b</pre><ul><li>one, two</li></ul>\
        </details>
        """))
  }

  @Test func `a part of a check has errors, nothing to look at, or passed`() throws {
    var model = Self.model(try RepositorySchemas.history(of: "Epilogue"))
    model.parts = [
      .init(name: "lock", summary: "nothing is locked", absence: "nothing locked yet"),
      .init(name: "lint", summary: "5 errors", failures: ["V2.yaml"], errorCount: 5),
      .init(name: "hops", summary: "one way"),
    ]
    let page = HTMLReport([model], toolVersion: "1.0.0").text
    let results = page.matches(of: /<td><span class="badge ([^"]*)">([^<]*)<\/span><\/td><td>/)
    #expect(
      results.prefix(3).map { "\($0.output.1): \($0.output.2)" } == [
        "none: nothing locked yet", "error: 5 errors", "safe: passed",
      ])
  }

  @Test func `a store is shown with its objects and the losses of its remaining migrations`() throws
  {
    let history = try Self.history(
      "schema: App\nversion: 1.0.0\nentities: {Book: {attributes: {title: string, year: int?, isbn: string?}}}",
      "schema: App\nversion: 2.0.0\nentities: {Book: {attributes: {title: string, year: int?}}}",
      "schema: App\nversion: 3.0.0\nentities: {Book: {attributes: {title: string}}}")
    var model = Self.model(history)
    var store = ReportedStore(path: "old.store")
    (store.model, store.version) = ("App", Version(2))
    store.counts = [.init(entity: "Book", objects: 1200)]
    model.stores = [store]
    let page = HTMLReport([model], toolVersion: "1.0.0").text
    #expect(
      page.contains(
        """
        <h3>What may be lost in the migration to 3.0.0</h3><ul><li><span class="badge certain">loses values\
        </span> <a href="#App.v3-0-0">3.0.0</a> <a href="#App.v3-0-0.change-1"><code>attribute \
        Book.year: int?</code></a>, 1,200 objects<span class="remark"> (a removed attribute is \
        dropped with its values)</span></li></ul></div>
        """))
  }

  @Test func `losses by declarations are among the possible losses`() throws {
    let history = try Self.history(
      "schema: App\nversion: 1.0.0\nentities: {Book: {attributes: {title: string}}}",
      "schema: App\nversion: 2.0.0\nentities: {Book: {attributes: {title: string, year: int?}}}")
    var model = Self.model(history)
    model.steps[0].losses = ["objects of 'Book' may be left behind by 'where'"]
    let page = HTMLReport([model], toolVersion: "1.0.0").text
    #expect(
      page.contains(
        """
        <a href="#App.v2-0-0">2.0.0</a> objects of 'Book' may be left behind by 'where'</li>
        """))
  }

  @Test
  func
    `a class that an earlier version copied is lost only by stores that begin with that version`()
    throws
  {
    let history = try Self.history(
      """
      schema: Trips
      version: 1.0.0
      platform: swiftdata
      entities: {Journey: {attributes: {name: string}}}
      """,
      """
      schema: Trips
      version: 2.0.0
      platform: swiftdata
      entities:
        Journey: {attributes: {name: string}}
        Trip: {attributes: {name: string}}
      migration: {map: {Trip: {from: {Journey: {}}}}}
      """,
      """
      schema: Trips
      version: 3.0.0
      platform: swiftdata
      entities: {Trip: {attributes: {name: string}}}
      """)
    var model = Self.model(history)
    model.stores = [1, 2].map { number in
      var store = ReportedStore(path: "\(number).store")
      (store.model, store.version) = ("Trips", Version(number))
      return store
    }
    let page = HTMLReport([model], toolVersion: "1.0.0").text
    #expect(
      Self.boxes(of: model) == [
        """
        <div class="losses certain"><h3>What may be lost in the migration to 3.0.0</h3><ul><li>\
        <span class="badge certain">loses values</span> <a href="#Trips.v3-0-0">3.0.0</a> \
        <a href="#Trips.v3-0-0.change-1"><code>entity Journey</code></a><span class="remark"> \
        (a removed entity is dropped with its objects)</span></li></ul></div>
        """
      ])
    #expect(
      page.contains(
        """
        <p class="remark">a store that begins with 2.0.0 may lose more: 'migrate diff 2.0.0 3.0.0' \
        shows it</p>
        """))
    #expect(page.contains("its objects become objects of 'Trip', since 2.0.0"))
    let titles = page.matches(of: /title="(\d[^"]*)"/).map { String($0.output.1) }
    #expect(
      titles == [
        "1.0.0 to 2.0.0: custom: entity Trip", "1.0.0 to 3.0.0: custom: entity Trip",
        "2.0.0 to 3.0.0: lightweight, values may be lost",
      ])
    for way in model.matrix.ways {
      let plan = try Planner.plan(history: history, from: way.source, to: way.target)
      #expect(way.risk == plan.hops.map(\.risk).max())
    }
  }

  @Test func `an approved loss has its reason and its place, and takes links to its objects along`()
    throws
  {
    let history = try Self.history(
      """
      schema: App
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string}
          relationships: {shelf: {toOne: "Shelf?"}}
        Shelf: {attributes: {label: string}}
      """,
      """
      schema: App
      version: 2.0.0
      entities: {Book: {attributes: {title: string}}}
      """)
    var model = Self.model(history)
    #expect(
      Self.boxes(of: model) == [
        """
        <div class="losses certain"><h3>What migrations may lose</h3><ul><li>\
        <span class="badge certain">loses values</span> <a href="#App.v2-0-0">2.0.0</a> \
        <a href="#App.v2-0-0.change-2"><code>entity Shelf</code></a><span class="remark"> \
        (a removed entity is dropped with its objects)</span><span class="remark">; with it go the links \
        of </span><code>Book.shelf</code></li></ul></div>
        """
      ])
    #expect(
      Self.headline(of: model) == "no findings; 1.0.0 to 2.0.0: lightweight, values will be lost")
    let place = SourceLocation(file: "V2.yaml", line: 4, column: 9)
    model.steps[0].approvals = ["Shelf": .init("shelves are empty", at: place)]
    #expect(
      Self.boxes(of: model) == [
        """
        <div class="losses"><h3>What migrations may lose</h3><ul><li>\
        <span class="badge certain">loses values</span> <a href="#App.v2-0-0">2.0.0</a> \
        <a href="#App.v2-0-0.change-2"><code>entity Shelf</code></a><span class="remark"> \
        (a removed entity is dropped with its objects)</span><span class="remark">; with it go the links \
        of </span><code>Book.shelf</code><span class="remark">; approved: shelves are empty \
        (V2.yaml:4:9)</span></li></ul></div>
        """
      ])
    #expect(Self.headline(of: model) == "no findings; 1.0.0 to 2.0.0: lightweight, 1 approved loss")
  }

  @Test func `an excepted finding comes after the others, with its reason and no advice`() {
    var report = HTMLReport([], toolVersion: "1.0.0")
    let place = SourceLocation(file: "migrate.yml", line: 2, column: 3)
    report.otherExcepted = [
      Diagnostic(
        code: "some-rule", "odd", notes: [.init("write it"), .init("as meant", at: place)])
    ]
    report.otherFindings = [Diagnostic(code: "other-rule", "odd")]
    #expect(
      report.text.contains(
        """
        <code class="rule">other-rule</code></p></li><li class="entry finding note">\
        <p class="message"><span class="badge quiet">excepted</span> odd <code class="rule">some-rule\
        </code></p><ul class="notes"><li><code>migrate.yml:2:3</code> as meant</li></ul></li></ol>
        """))
  }

  @Test func `a former name has the version that gave the name up`() throws {
    let history = try Self.history(
      """
      schema: App
      version: 1.0.0
      entities: {Book: {attributes: {note: string, old: {type: string, renamedFrom: older}}}}
      """,
      """
      schema: App
      version: 2.0.0
      entities:
        Book:
          attributes:
            title: {type: string, renamedFrom: note}
            old: {type: string, renamedFrom: older}
      """)
    let page = HTMLReport([Self.model(history)], toolVersion: "1.0.0").text
    let remarks = page.matches(of: /<td class="why">('[^<]*)</).map { String($0.output.1) }
    #expect(remarks == ["'note' before 2.0.0", "'older' in an earlier version"])
  }

  @Test func `a required attribute with a fresh default gets invented values`() throws {
    let history = try Self.history(
      "schema: App\nversion: 1.0.0\nentities: {Book: {attributes: {title: string}}}",
      """
      schema: App
      version: 2.0.0
      entities:
        Book:
          attributes: {title: string, added: date = now(), key: uuid = uuid(), pages: int = 0}
      migration: {map: {Book: {key: {using: "'00000000-0000-0000-0000-000000000001'"}}}}
      """)
    let page = HTMLReport([Self.model(history)], toolVersion: "1.0.0").text
    let rows = page.matches(of: /<td class="risk">([^<]*)<\/td><td class="why">([^<]*)</)
    #expect(
      rows.map { "\($0.output.1): \($0.output.2)" } == [
        "invented values: a new required attribute gets an invented value in every existing object",
        "none: a new required attribute gets its default in every object",
        "none: a new required attribute gets its default in every object",
      ])
  }

  @Test func `a store has its version, its objects and its problems`() throws {
    var model = Self.model(try RepositorySchemas.history(of: "Epilogue"))
    var store = ReportedStore(path: "old.store")
    (store.model, store.version, store.size) = ("Epilogue", Version(2), 12_345)
    store.counts = [.init(entity: "BookModel", objects: 1200)]
    store.findings = [Diagnostic(code: "orphan", "a link leads nowhere")]
    model.stores = [store]
    let page = HTMLReport([model], toolVersion: "1.0.0").text
    #expect(
      page.contains(
        """
        <h4>old.store <span class="badge error">not sound</span></h4><p class="facts">\
        Epilogue 2.0.0 · older than 4.0.0 · 1,200 objects · 13 kB</p>
        """))
    #expect(page.contains("a link leads nowhere"))
  }
}

extension HTMLReportTests {
  /// The boxes with the losses of a model.
  private static func boxes(of model: ReportedModel) -> [String] {
    HTMLReport([model], toolVersion: "1.0.0").text
      .matches(of: /<div class="losses[^>]*>.*?<\/div>/).map { String($0.output) }
  }

  private static func headline(of model: ReportedModel) -> String? {
    HTMLReport([model], toolVersion: "1.0.0").text
      .firstMatch(of: /<p class="verdict [a-z]*">([^<]*)</).map { String($0.output.1) }
  }

  private static func model(_ history: SchemaHistory) -> ReportedModel {
    let versions = history.versions
    let steps = Planner.reviewedHops(from: versions[0], through: Array(versions.dropFirst()))
    return ReportedModel(
      history: history, steps: steps.map { .init($0.hop) }, matrix: HopMatrix(of: history))
  }

  private static func history(_ texts: String...) throws -> SchemaHistory {
    SchemaHistory(
      try texts.enumerated().map { position, text in
        try SchemaReader.read(text: text, name: "V\(position + 1).yaml")
      })
  }

  /// Versions that each add three attributes, drop an older one, and change the type of another.
  private static func longHistory(versions: Int, entities: Int) -> SchemaHistory {
    let documents = (1...versions).map { number in
      let entities = (0..<entities).map { entity in
        let first = Attribute("title", .string, isOptional: true)
        let added = (0..<number * 3).filter {
          $0 % entities == entity && ($0 + 40 > number || $0 % 4 > 0)
        }
        .map { place in
          let type: AttributeType = place % 9 == 0 && number > place + 5 ? .int64 : .string
          return Attribute("addedIn\(place)", type, isOptional: true)
        }
        return Entity("Entity\(entity)", attributes: [first] + added)
      }
      return SchemaDocument(
        schema: Schema(name: "App", version: Version(number), entities: entities))
    }
    return SchemaHistory(documents)
  }
}
