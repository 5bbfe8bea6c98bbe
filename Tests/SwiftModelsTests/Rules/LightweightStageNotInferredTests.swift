import Diagnostics
import SchemaLint
import SchemaModel
import SwiftModels
import Testing

struct LightweightStageNotInferredTests {
  /// Versions of a model with one class each, and a plan with these stages: a letter for each, `l`
  /// for a lightweight one, `c` for one with code afterwards, `w` for one with code before.
  private static func source(
    _ bodies: String..., others: String = "", listing: String = "", stages: String = "l"
  ) -> String {
    let versions = bodies.enumerated().map { place, body in
      """
      enum V\(place + 1): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(place + 1), 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self\(listing)] }
        @Model final class Book { \(body) }
      \(others)}
      """
    }
    let list = stages.enumerated().map { place, kind in
      let versions = "fromVersion: V\(place + 1).self, toVersion: V\(place + 2).self"
      return switch kind {
      case "l": ".lightweight(\(versions))"
      case "w": ".custom(\(versions), willMigrate: { try $0.save() }, didMigrate: nil)"
      default: ".custom(\(versions), willMigrate: nil, didMigrate: { try $0.save() })"
      }
    }
    let names = bodies.indices.map { "V\($0 + 1).self" }.joined(separator: ", ")
    return """
      import SwiftData
      \(versions.joined(separator: "\n"))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(names)] }
        static var stages: [MigrationStage] { [\(list.joined(separator: ", "))] }
      }
      """
  }

  private func found(_ source: String, _ released: [ReleasedModel] = []) -> [Diagnostic] {
    MarkedSource(source).findings(of: "lightweight-stage-not-inferred", released: released)
  }

  private func short(_ source: String, _ released: [ReleasedModel] = []) -> [String] {
    found(source, released).map { finding in
      "\(finding.location?.line ?? 0) \(finding.severity) "
        + (finding.message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "")
    }
  }

  @Test func `a change of type is reported at the property, with the remedy and the stage`() {
    #expect(
      found(Self.source("var n: Int = 0", "var n: String = \"0\"")).map(line) == [
        """
        Source.swift:10:33: error: the stage from 'V1' to 'V2' is lightweight, and the platform does \
        not infer it: attribute Book.n: int to string [lightweight-stage-not-inferred]
          the platform converts only numbers: stores with the old type cannot be opened (error 134140)
          keep 'n' as it was, fill a new property from it in 'didMigrate' of '.custom(fromVersion: \
        V1.self, toVersion: V2.self, willMigrate: …, didMigrate: …)', and let a later version drop 'n'
          Source.swift:14:42: the stage is here
        """
      ])
  }

  @Test(arguments: [("", "warning"), (", migrationPlan: Plan.self", "error")])
  func `a stage of a plan that no container is opened with is a warning that says so`(
    plan: String, severity: String
  ) {
    let source =
      Self.source("var n: Int = 0", "var n: String = \"0\"")
      + "\nfunc open() throws { _ = try ModelContainer(for: V2.Book.self\(plan)) }"
    #expect(found(source).map { "\($0.severity)" } == [severity])
    let last =
      plan.isEmpty
      ? "whether 'Plan' runs is not known: no container in these files is opened with it"
      : "the stage is here"
    #expect(found(source).first?.notes.last?.message == last)
  }

  @Test(arguments: [("Identifiable", 1), ("Hashable, Codable", 1), ("Elsewhere", 0)])
  func `a protocol of a library is not a superclass, and an unknown name may be one`(
    inherited: String, count: Int
  ) {
    let source = Self.source("var n: Int = 0", "var n: String = \"0\"")
      .replacing("class Book {", with: "class Book: \(inherited) {")
    #expect(found(source).count == count)
  }

  @Test(arguments: [("", true), ("var title = \"\"; ", false)])
  func `an attribute that may be renamed is not just given a default`(kept: String, isNamed: Bool) {
    let source = Self.source(
      "var title = \"\"; init() {}", "\(kept)var headline: String; init() { headline = \"\" }")
    let note = """
      if it is 'title' under a new name, write '@Attribute(originalName: "title")' before it and \
      nothing else: with a default, the values of 'title' are deleted
      """
    #expect(found(source).first?.notes.contains { $0.message == note } == isNamed)
  }

  @Test func `an attribute without a value for existing objects is reported with a remedy`() {
    let added = Self.source(
      "var n = 0; init() {}", "var n = 0; var made: Date; init() { made = Date() }")
    #expect(
      found(added).first?.notes.prefix(2).map(\.message) == [
        "existing objects have no value for it, and their stores cannot be opened (error 134110)",
        "write 'var made: Date = Date.now' with the value that fits, or make it optional",
      ])
    let required = Self.source("var n: Int?; init() {}", "var n: Int; init() { n = 0 }")
    #expect(short(required) == ["10 error attribute Book.n: now required"])
    #expect(
      found(required).first?.notes[1].message.hasPrefix(
        "write 'var n: Int = 0' with the value that such objects get, leave it optional, or give them "
          + "one in 'willMigrate' of '.custom(") == true)
    #expect(short(Self.source("var n: Int?", "var n: Int = 0")) == [])
  }

  @Test func `the name of a struct or an enumeration is not stored`() {
    func text(_ types: String, _ first: String, _ second: String) -> String {
      Self.source("var at: \(first)?", "var at: \(second)?; var n = 0") + "\n" + types
    }
    let points = """
      struct Inner: Codable { var z = 0 }
      struct Other: Codable { var z = 0 }
      struct PointV1: Codable { var x = 0.0; var inner: Inner? }
      struct PointV2: Codable { var x = 0.0; var inner: Other?; var label: String? }
      """
    #expect(short(text(points, "PointV1", "PointV2")) == [])
    let required = points.replacing("label: String?", with: "label: String")
    #expect(short(text(required, "PointV1", "PointV2")).count == 1)
    let kinds = """
      enum KindV1: String, Codable { case a, b }
      enum KindV2: String, Codable { case a }
      """
    #expect(
      short(text(kinds, "KindV1", "KindV2")) == ["10 error attribute Book.at: loses b"])
    #expect(short(text(kinds, "KindV2", "KindV1")) == [])
  }

  @Test func `a new key is advised no default, which all objects would share`() {
    let new = "var n = 0; @Attribute(.unique) var isbn: String"
    #expect(
      found(Self.source("var n = 0", new)).map { $0.notes.dropFirst().first?.message } == [
        "make it optional, and give each object a value of its own in 'didMigrate' of "
          + "'.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: …, didMigrate: …)': a "
          + "default is the same for all existing objects, and only one of them can have it as its key"
      ])
    let key =
      "@Model final class Book { var n = 0; @Attribute(.unique) var isbn: String; init() {} }"
    let other = "@Model final class Book { var isbn: String; init(isbn: Int) {} }"
    func advice(_ text: String) -> [String?] {
      MarkedSource(text).findings(of: "required-without-default").map { $0.notes.first?.message }
    }
    #expect(
      advice(other).allSatisfy { $0 == "write it in the declaration: 'var isbn: String = \"\"'" })
    #expect(advice(key).allSatisfy { $0?.hasPrefix("as a key no default fits it") == true })
  }

  @Test func `a new required to-one must be optional`() {
    let note = "  @Model final class Note { var text = \"\" }\n"
    let source = Self.source(
      "var n = 0; init() {}", "var n = 0; var note: Note; init(note: Note) { self.note = note }",
      others: note, listing: ", Note.self")
    #expect(short(source) == ["11 error relationship Book.note: toOne Note"])
    #expect(found(source).first?.notes[1].message == "write 'var note: Note?'")
  }

  @Test func `a change whose effect is unknown is a warning that says so`() {
    let source = Self.source(
      "var d: Data?", "@Attribute(.externalStorage) var d: Data?")
    #expect(
      found(source).map { "\($0.severity) \($0.message)" } == [
        "warning the stage from 'V1' to 'V2' is lightweight, and whether the platform infers it is "
          + "not known: attribute Book.d: storage now external"
      ])
  }

  @Test func `of consecutive lightweight stages, the migration to the last version counts`() {
    // A value that is missing in between exists in the last version, to which the platform migrates.
    #expect(
      short(
        Self.source(
          "var n = 0; init() {}", "var n = 0; var m: Int; init() { m = 1 }",
          "var n = 0; var m: Int = 1; init() {}", stages: "ll")) == [])
    let back = Self.source(
      "var t = 0; var n: Int?", "var t = 0", "var t = 0; var n: String?", stages: "ll")
    #expect(
      found(back).map { "\($0.severity) \($0.message)" } == [
        "error the stages from 'V1' to 'V3' are lightweight, and the platform makes one step of them, "
          + "which it does not infer: attribute Book.n: int to string"
      ])
    #expect(
      short(
        back.replacing(".lightweight(fromVersion: V2", with: ".custom(fromVersion: V2")
          .replacing(
            "toVersion: V3.self)", with: "toVersion: V3.self, willMigrate: nil, didMigrate: go)"))
        == [])
  }

  @Test func `a generic struct is reported once, with its other use`() {
    let pair = "struct Pair<T: Codable>: Codable { var low: T }"
    let source = Self.source(
      "var n: Pair<Int>?; var m: Pair<String>?", "var n: Pair<Int>?; var m: Pair<String>?"
    )
    .replacing("Book { var", with: "Book { \(pair); var")
    let changed = source.replacing(
      "var low: T", with: "var low: T; var high: T", maxReplacements: 2
    )
    .replacing("var low: T; var high: T", with: "var low: T", maxReplacements: 1)
    #expect(short(changed) == ["10 error composite Pair_Int: (low: int) to (low: int, high: int)"])
    #expect(
      found(changed).first?.notes[1].message
        == "'Pair_String' is another use of this struct, and changes with it")
  }

  @Test func `a custom stage without code is a step of its own`() {
    let versions = (
      "var t = 0; var n: Int?", "var t = 0", "var t = 0; var n: String?"
    )
    let source = Self.source(versions.0, versions.1, versions.2, stages: "ll")
    #expect(short(source).count == 1)
    let custom = source.replacing(".lightweight(fromVersion: V2", with: ".custom(fromVersion: V2")
      .replacing(
        "toVersion: V3.self)", with: "toVersion: V3.self, willMigrate: nil, didMigrate: nil)")
    #expect(short(custom) == [])
  }

  @Test func `a stage whose version is locked is no more than a warning`() throws {
    let type = Self.source(
      "var n: Int = 0", "var n: String = \"0\"", "var n: String = \"0\"; var m: Int?",
      stages: "lc")
    #expect(short(type) == ["10 error attribute Book.n: int to string"])
    let last = Self.source("var n: Int = 0", "var n: String = \"0\"")
    let documents = SwiftSource(texts: [("Source.swift", last)]).schemas().versions
    let pinned = documents.map { ReleasedVersion(releasing: $0) }
    let released = ReleasedModel(
      history: SchemaHistory(documents), newest: Version(2), pinned: pinned)
    #expect(short(last, [released]) == ["10 note attribute Book.n: int to string"])
  }

  @Test func `a refusal that a later version inherits is reported at the stage that causes it`() {
    let source = Self.source(
      "var n: Int = 0", "var n: String = \"0\"", "var n: String = \"0\"; var m: Int?",
      stages: "ll")
    #expect(short(source) == ["10 error attribute Book.n: int to string"])
    let required = Self.source(
      "var n = 0; init() {}", "var n = 0; var flag: Bool; init(flag: Bool) { self.flag = flag }",
      "var n = 0; var flag: Bool; var note: String?; init(flag: Bool) { self.flag = flag }",
      stages: "ll")
    #expect(
      found(required).map(line) == [
        """
        Source.swift:10:44: error: the stage from 'V1' to 'V2' is lightweight, and the platform does \
        not infer it: attribute Book.flag: bool [lightweight-stage-not-inferred]
          existing objects have no value for it, and their stores cannot be opened (error 134110)
          write 'var flag: Bool = false' with the value that fits, or make it optional, in 'V2' and \
        every later version
          Source.swift:19:42: the stage is here
        """
      ])
    #expect(
      short(required.replacing("var flag: Bool;", with: "var flag: Bool = false;")) == [])
  }

  @Test func `each stage is judged by itself, and then with those that follow it`() {
    let source = Self.source(
      "var n: Int = 0; var t: Int?", "var n: String = \"0\"",
      "var n: String = \"0\"; var t: String?; var d: Date", stages: "ll")
    #expect(
      short(source) == [
        "10 error attribute Book.n: int to string", "15 error attribute Book.t: int to string",
        "15 error attribute Book.d: date",
      ])
  }

  @Test func `versions without a stage are reported by another rule, with or without a plan`() {
    let staged = Self.source(
      "var n: Int = 0; var t: Int?", "var n: Int = 0", "var n: Int = 0; var t: String?", stages: "")
    let planless = staged.split(separator: "enum Plan").first.map(String.init) ?? ""
    for source in [staged, planless] {
      #expect(short(source) == [])
      #expect(
        MarkedSource(source).findings(of: "lightweight-not-inferred").map {
          "\($0.location?.line ?? 0) \($0.severity) \($0.message)"
        } == [
          "15 error the migration from 'V1' to 'V3' has no stage, and the platform does not infer it: "
            + "attribute Book.t: int to string"
        ])
    }
  }

  @Test(arguments: ["l", "w", "c"])
  func `stored values of an enumeration that no code can rewrite are reported with every stage`(
    stage: String
  ) {
    func notes(_ old: String, _ new: String) -> [String] {
      found(
        Self.source(
          "enum Kind: \(old) }; var kind: Kind = Kind.a",
          "enum Kind: \(new) }; var kind: Kind = Kind.a; var n = 0",
          stages: stage)
      ).flatMap { $0.notes.prefix(2).map(\.message) }
    }
    #expect(
      notes("Int, Codable { case a, b", "Int, Codable { case a, c, b") == [
        "stored values mean other cases: 'b' is read as 'c'",
        "keep what is stored, and nothing has to be rewritten: 'case b = 1', 'case c = 2'",
      ])
    #expect(
      notes("String, Codable { case a, b", "String, Codable { case a, b = \"B\"") == [
        "an object that holds an old value ends the app when it is fetched",
        "keep what is stored, and nothing has to be rewritten: 'case b = \"b\"'",
      ])
    #expect(
      notes("Int, Codable { case a, b", "String, Codable { case a, b").last?.hasPrefix(
        "keep 'kind' as it was, fill a new property from it") == true)
  }

  @Test func `an old name that an earlier version gives is to be kept in a later one`() {
    let found = found(
      Self.source(
        "var n: Int = 0", "@Attribute(originalName: \"n\") var m: Int", "var m: Int; var o: Int?",
        stages: "ll"))
    #expect(
      found.map { $0.notes.map(\.message)[1] } == [
        "'V2' has '@Attribute(originalName: \"n\")' before it: write it in 'V3', too, for stores that skip a version"
      ])
  }

  @Test func `numbers become others by themselves`() {
    #expect(short(Self.source("var n: Int = 0", "var n: Double = 0")) == [])
    #expect(short(Self.source("var n: Bool = false", "var n: Int16 = 0")) == [])
  }

  @Test func `an element that a stored struct gains has to be optional`() {
    let goals = "struct Goal: Codable { var rate: Int = 0 }"
    func source(_ added: String) -> String {
      let goal = "var goal = Goal(); "
      return Self.source(goal + goals, goal + goals.replacing(" }", with: "; \(added) }"))
    }
    #expect(
      found(source("var power: Int = 0")).map(line) == [
        """
        Source.swift:10:55: error: the stage from 'V1' to 'V2' is lightweight, and the platform does \
        not infer it: composite Goal: (rate: int = 0) to (rate: int = 0, power: int = 0) \
        [lightweight-stage-not-inferred]
          existing objects are reported to have no value for it, with a default or without, and their \
        stores not to open (error 134110)
          make new elements optional, as a default does not help; what has another type needs an element \
        of its own, filled in 'didMigrate' of '.custom(fromVersion: V1.self, toVersion: V2.self, \
        willMigrate: …, didMigrate: …)'
          Source.swift:14:42: the stage is here
        """
      ])
    #expect(short(source("var power: Int?")) == [])
  }

  @Test func `a stage with code, a test and what could not be read draw nothing`() {
    let bodies = ("var n: Int = 0", "var n: String = \"0\"")
    #expect(short(Self.source(bodies.0, bodies.1, stages: "c")) == [])
    let tests = SwiftSource(texts: [("AppTests/Plan.swift", Self.source(bodies.0, bodies.1))])
    #expect(tests.findings().filter { $0.code == "lightweight-stage-not-inferred" } == [])
    #expect(short(Self.source("var n = make()", "var n: Int")) == [])
    #expect(
      short(Self.source(bodies.0, bodies.1).replacing("class Book {", with: "class Book: Base {"))
        == [])
  }

  @Test func `a new unique key is a warning with the stage that removes duplicates`() {
    let source = Self.source("var isbn = \"\"", "@Attribute(.unique) var isbn = \"\"")
    #expect(
      MarkedSource(source).findings(of: "unique-added").map(line) == [
        """
        Source.swift:10:53: warning: 'Book(isbn)' is unique from now on, and nothing kept objects from \
        being equal there until now [unique-added]
          make objects that are equal there one in 'willMigrate' of '.custom(fromVersion: V1.self, \
        toVersion: V2.self, willMigrate: …, didMigrate: nil)'; a store that has some cannot be opened
        """
      ])
  }

  @Test(arguments: ["c", "w"])
  func `a property without values stops a stage with code, too`(kind: String) {
    #expect(
      found(Self.source("var n: Int = 0", "var n: Int = 0; var m: Int", stages: kind)).map(line)
        == [
          """
          Source.swift:10:49: error: the custom stage from 'V1' to 'V2' has a step of the platform's own \
          before 'didMigrate', and the platform does not infer it: attribute Book.m: int \
          [lightweight-stage-not-inferred]
            existing objects have no value for it, and their stores cannot be opened (error 134110)
            write 'var m: Int = 0' with the value that fits, or make it optional
            Source.swift:14:42: the stage is here
          """
        ])
    let renamed = "@Attribute(originalName: \"n\") var m: String = \"\""
    #expect(
      short(Self.source("var n: Int = 0", renamed, stages: kind)).map { $0.prefix(8) } == [
        "10 error"
      ])
  }

  @Test func `problems that code before the step can solve are reported only without such code`() {
    let required = ("var n: Int?", "var n: Int")
    #expect(short(Self.source(required.0, required.1, stages: "c")).count == 1)
    let unfilled = Self.source(required.0, required.1, stages: "w")
    #expect(
      found(unfilled).map(line) == [
        """
        Source.swift:10:33: error: 'willMigrate' of the custom stage from 'V1' to 'V2' gives no 'n' a value, \
        and the platform does not infer it: attribute Book.n: now required [lightweight-stage-not-inferred]
          an object without a value has none to get, and its store cannot be opened (error 134110)
          write 'var n: Int = 0' with the value that such objects get, leave it optional, or give them one in \
        'willMigrate' of '.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: …, didMigrate: …)'
          Source.swift:14:42: the stage is here
        """
      ])
    let filled =
      unfilled.replacing("{ try $0.save() }", with: "{ try Self.fill($0) }") + """

        extension Plan {
          static func fill(_ context: ModelContext) throws {
            for book in try context.fetch(FetchDescriptor<V1.Book>()) { book.n = book.n ?? 0 }
            try context.save()
          }
        }
        """
    #expect(short(filled).isEmpty)
    let unique = ("var n: Int = 0", "@Attribute(.unique) var n: Int = 0")
    func told(_ kind: String, _ code: String = "{ try $0.save() }") -> [Diagnostic] {
      let source = Self.source(unique.0, unique.1, stages: kind)
      return MarkedSource(source.replacing("{ try $0.save() }", with: code))
        .findings(of: "unique-added")
    }
    #expect(told("l").map(\.severity) == [.warning])
    #expect(told("c").map(\.severity) == [.warning])
    #expect(told("w").map(\.severity) == [.warning])
    #expect(told("w", "{ try merge(V1.Book.self, in: $0) }").isEmpty)
  }

  private func told(clearing code: String) -> [String] {
    short(
      Self.source("var n: Int = 0", "var n: Int = 0; var m: Int", stages: "w")
        .replacing("{ try $0.save() }", with: "{ context in \(code) }") + Self.helpers
    ).map { String($0.split(separator: " ")[1]) }
  }

  /// Functions that a stage may call.
  private static let helpers = """

    extension Plan {
      static func clear(_ context: ModelContext) throws {
        for book in try context.fetch(FetchDescriptor<V1.Book>()) { context.delete(book) }
        try saved(context)
      }
      static func saved(_ store: ModelContext) throws { if store.hasChanges { try store.save() } }
      static func empty<Model: PersistentModel>(_ type: Model.Type, in store: ModelContext) throws {
        for item in try store.fetch(FetchDescriptor<Model>()) { store.delete(item) }
      }
      static func refill(_ context: ModelContext) throws {
        try clear(context)
        context.insert(V1.Book())
        try context.save()
      }
    }
    extension ModelContext {
      func empty<Model: PersistentModel>(_ type: Model.Type) throws {
        for item in try fetch(FetchDescriptor<Model>()) { delete(item) }
      }
    }
    """

  @Test(arguments: [
    "let old = try context.fetch(FetchDescriptor<V1.Book>()); kept = old.map { $0.n }; "
      + "for book in old { context.delete(book) }; try context.save()",
    "for book in try context.fetch(FetchDescriptor<V1.Book>(sortBy: [])) { print(book.n); "
      + "context.delete(book) }; try context.save()",
    "let old = try context.fetch(FetchDescriptor<V1.Book>()); old.forEach { context.delete($0) }; "
      + "try context.save()",
    "let all = FetchDescriptor<V1.Book>(); try context.fetch(all).forEach(context.delete); "
      + "try context.save()",
    "try context.delete(model: V1.Book.self); try context.save()",
    "try context.transaction { try context.delete(model: V1.Book.self) }",
    "try context.transaction { try context.fetch(FetchDescriptor<V1.Book>())"
      + ".forEach { context.delete($0) } }",
    "try Self.clear(context)", "try Self.empty(V1.Book.self, in: context); try context.save()",
    "try context.empty(V1.Book.self); try context.save()",
    "try Self.empty(V1.Book.self, in: context); try Self.saved(context)",
    "try context.delete(model: V1.Book.self); if context.hasChanges { try context.save() }",
  ])
  func `objects that are deleted before the step lack no value`(code: String) {
    #expect(told(clearing: code) == [])
  }

  @Test(arguments: [
    "let old = (try? context.fetch(FetchDescriptor<V1.Book>())) ?? []; "
      + "for book in old { context.delete(book) }; try context.save()",
    "if let old = try? context.fetch(FetchDescriptor<V1.Book>()) { "
      + "for book in old { context.delete(book) }; try context.save() }",
    "let old = try context.fetch(FetchDescriptor<V1.Book>()); guard !old.isEmpty else { return }; "
      + "for book in old { context.delete(book) }; try context.save()",
    "try context.delete(model: V1.Book.self); try? context.save()",
    "do { try context.delete(model: V1.Book.self); try context.save() } catch { print(error) }",
    "try context.delete(model: V1.Book.self)", "try? Self.clear(context)",
    "guard isFirst else { return }; try context.delete(model: V1.Book.self); try context.save()",
    "if isFirst { try context.delete(model: V1.Book.self); try context.save() }",
  ])
  func `objects that an error or a condition may keep are a warning`(code: String) {
    #expect(told(clearing: code) == ["warning"])
  }

  @Test(arguments: [
    "for book in try context.fetch(FetchDescriptor<V1.Book>()) where book.n > 1 { "
      + "context.delete(book) }; try context.save()",
    "for book in try context.fetch(FetchDescriptor<V1.Book>()) { if book.n > 1 { continue }; "
      + "context.delete(book) }; try context.save()",
    "for book in try context.fetch(FetchDescriptor<V1.Book>(predicate: some)) { "
      + "context.delete(book) }; try context.save()",
    "var all = FetchDescriptor<V1.Book>(); all.fetchLimit = 9; "
      + "for book in try context.fetch(all) { context.delete(book) }; try context.save()",
    "var old = try context.fetch(FetchDescriptor<V1.Book>()); old.removeFirst(); "
      + "for book in old { context.delete(book) }; try context.save()",
    "for book in try context.fetch(FetchDescriptor<V1.Book>()) { context.delete(book) }",
    "try context.save(); "
      + "for book in try context.fetch(FetchDescriptor<V1.Book>()) { context.delete(book) }",
    "try context.delete(model: V1.Book.self, where: some); try context.save()",
    "try context.fetch(.init(predicate: #Predicate<V1.Book> { $0.n > 1 }))"
      + ".forEach { context.delete($0) }; try context.save()",
    "try context.delete(model: V1.Book.self); context.insert(V1.Book()); try context.save()",
    "try context.delete(model: V1.Book.self); try context.save(); try fill(context)",
    "try context.delete(model: V1.Note.self); try context.save()",
    "try Self.empty(V1.Note.self, in: context); try context.save()",
    "try Self.clear(context); try Self.refill(context)", "try Self.refill(context)",
    "try Self.clear(context); guard isFirst else { return }; context.insert(V1.Book())",
    "try Self.clear(other, context)", "try Self.empty(V1.Book.self, in: context)",
  ])
  func `objects of which only some are deleted before the step are an error`(code: String) {
    #expect(told(clearing: code) == ["error"])
  }

  @Test func `a type that is not converted stops the step without objects, too`() {
    let renamed = "@Attribute(originalName: \"n\") var m: String = \"\""
    let source = Self.source("var n: Int = 0", renamed, stages: "w").replacing(
      "{ try $0.save() }",
      with: "{ context in try context.delete(model: V1.Book.self); try context.save() }")
    #expect(short(source).map { $0.prefix(8) } == ["10 error"])
  }

  @Test func `subclasses of a class that is deleted are deleted with it`() {
    let bodies = ("var n: Int = 0", "var n: Int = 0; var m: Int")
    let others = "  @Model final class Special: Book { var s: Int = 0 }\n"
    func found(_ model: String) -> [String] {
      short(
        Self.source(bodies.0, bodies.1, others: others, listing: ", Special.self", stages: "w")
          .replacing("final class Book", with: "class Book").replacing(
            "{ try $0.save() }",
            with: "{ context in try context.delete(model: V1.\(model).self); try context.save() }")
      ).map { String($0.split(separator: " ")[1]) }
    }
    #expect(found("Book") == [])
    #expect(found("Special") == ["error"])
  }
}
