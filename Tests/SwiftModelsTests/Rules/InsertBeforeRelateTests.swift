import Diagnostics
import SchemaLint
import Testing

struct InsertBeforeRelateTests {
  /// The body of a function, in a view that has a context and an existing work.
  struct Body: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String

    init(_ description: String, _ text: String) {
      testDescription = description
      self.text = text
    }
  }

  /// What is wrong.
  static let tooSoon = [
    Body(
      "an initializer takes the other object", "context.insert(Edition(work: work))  // warning"),
    Body(
      "it is inserted on the next line",
      """
      let edition = Edition(isbn: "1", work: work)  // warning
      context.insert(edition)
      """),
    Body(
      "it spans several lines and is qualified",
      """
      let edition = Books.Edition.init(  // warning
        isbn: "1",
        format: .paperback, work: work
      )
      context.insert(edition)
      """),
    Body(
      "the type is told by the context",
      """
      let edition: Edition = .init(work: work)  // warning
      context.insert(edition)
      """),
    Body("nobody inserts it", "_ = Entry(work: work, edition: nil)  // warning"),
    Body(
      "a property is set too soon",
      """
      let edition = Edition()
      edition.work = work  // warning
      context.insert(edition)
      """),
    Body(
      "the other object is not inserted yet",
      """
      let other = Work(title: "A")
      let edition = Edition()
      context.insert(edition)
      edition.work = other  // warning
      context.insert(other)
      """),
    Body(
      "a to-many gets an object too soon",
      """
      let edition = Edition()
      work.editions.append(edition)  // warning
      work.editions.insert(Edition(), at: 0)  // warning
      work.editions += [Edition()]  // warning
      work.editions = [Edition()]  // warning
      """),
    Body(
      "in a loop",
      """
      for isbn in ["1", "2"] {
        let edition = Edition(isbn: isbn)
        edition.work = work  // warning
        context.insert(edition)
      }
      """),
    Body(
      "in a closure",
      """
      let editions = ["1", "2"].map { isbn in
        let edition = Edition(isbn: isbn)
        edition.work = work  // warning
        return edition
      }
      editions.forEach { context.insert($0) }
      """),
    Body(
      "on one of two ways",
      """
      let edition = Edition()
      if edition.isbn == nil {
        edition.work = work  // warning
        context.insert(edition)
      } else {
        context.insert(edition)
        edition.work = work
      }
      """),
    Body(
      "a helper relates",
      """
      let edition = Edition()
      link(edition, to: work)  // warning
      context.insert(edition)
      """),
    Body(
      "a method of the model relates",
      """
      let new = Work(title: "A")
      new.add(author)  // warning
      context.insert(new)
      """),
    Body(
      "after a comment, and behind letters of several bytes",
      """
      /* 😀 */ let édition = Edition(work: work) /* 😀 */  // warning
      context.insert(édition)
      """),
    Body(
      "what is only looked at here is a note",
      """
      let mine = Work(title: "A")
      let edition = Edition(work: mine)  // note
      print(edition.isbn ?? "", edition)
      """),
    Body(
      "what only a struct holds is a note",
      """
      let mine = Work(title: "A")
      let edition = Edition()
      edition.work = mine  // note
      rows.append(Row(edition: edition))
      """),
    Body(
      "a tuple is taken apart",
      """
      let (first, second) = (Edition(), Edition())
      context.insert(first)
      second.work = work  // warning
      """),
    Body(
      "a helper returns what it is given",
      """
      let edition = same(Edition())
      edition.work = work  // warning
      context.insert(edition)
      """),
    Body(
      "they are in a dictionary",
      """
      let editions = ["a": Edition(), "b": Edition()]
      editions["a"]?.work = work  // warning
      for (_, edition) in editions { edition.work = work }  // warning
      editions.values.forEach(context.insert)
      """),
    Body(
      "they are counted",
      """
      let works = ["a", "b"].map(Work.init)
      let editions = [Edition(), Edition()]
      for (number, edition) in editions.enumerated() { edition.work = work }  // warning
      work.editions.append(editions[0])  // warning
      works.forEach(context.insert)
      editions.reversed().forEach(context.insert)
      """),
    Body(
      "numbers are counted",
      """
      let new = Work(title: "A")
      new.editions = (0..<3).map { _ in Edition() }  // warning
      let editions = (0..<3).map { Edition(isbn: "\\($0)") }
      for edition in editions { edition.work = work }  // warning
      (0..<3).forEach { number in
        let edition = Edition()
        edition.work = work  // warning
        context.insert(edition)
      }
      editions.forEach(context.insert)
      context.insert(new)
      """),
    Body(
      "they come into a dictionary one by one",
      """
      var editions: [String: Edition] = [:]
      editions["a"] = Edition()
      editions["a"]!.work = work  // warning
      editions["b"] = Edition()
      for (_, edition) in editions { edition.work = work }  // warning
      editions.values.forEach(context.insert)
      """),
    Body(
      "an operator of the app's own relates",
      """
      let edition = Edition()
      edition --> work  // warning
      context.insert(edition)
      """),
    Body(
      "only one of several values is inserted",
      """
      let new = Work(title: "A"), edition = Edition()
      keepFirst(edition, new)
      edition.work = new  // warning
      context.insert(new)
      """),
    Body(
      "a closure that is kept or carried out later makes and relates",
      """
      let edition = Edition()
      let relate = { edition.work = work }
      Task {
        let other = Edition()
        other.work = work  // warning
        context.insert(other)
      }
      let third = Edition()
      let link = { third.work = work }  // warning
      link()
      context.insert(third)
      """),
    Body(
      "they are made of the value of an optional",
      """
      let name = Optional("A"), edition = Edition()
      context.insert(edition)
      edition.work = name.map { Work(title: $0) }  // warning
      edition.work = name.flatMap { $0.isEmpty ? nil : Work(title: $0) }  // warning
      edition.work = name.map(Work.init)  // warning
      let other = stranger().map { Work(title: $0) }
      edition.work = other  // warning
      """),
    Body(
      "they are repeated, or taken from another collection",
      """
      let new = Work(title: "A"), edition = Edition()
      context.insert(new)
      new.editions = Array(repeating: Edition(), count: 2)  // warning
      new.editions = [Edition](repeating: Edition(), count: 2)  // warning
      new.editions = Array([edition, edition])  // warning
      let other = Edition()
      other.work = Optional(new)  // warning
      """),
    Body(
      "a key path names the property",
      """
      let edition = Edition()
      edition[keyPath: \\.work] = work  // warning
      work[keyPath: \\Work.editions].append(edition)  // warning
      """),
  ]

  @Test(arguments: tooSoon)
  func `objects that are related before they are inserted are found`(_ body: Body) {
    Self.source(body.text).expect("insert-before-relate")
  }

  /// Relations of objects that come out of tuples, out of closures that a helper calls, or out of what
  /// is collected step by step.
  @Test(arguments: [
    Body(
      "they are in a tuple",
      """
      let pair = (work: Work(title: "A"), Edition())
      pair.1.work = pair.work
      context.insert(pair.1)
      """),
    Body(
      "a part of a tuple has another value now",
      """
      var pair = (Edition(), Edition())
      context.insert(pair.0)
      pair.1 = Edition()
      pair.1.work = work
      """),
    Body(
      "a helper makes a tuple of them",
      """
      let (new, edition) = pair()
      edition.work = new
      context.insert(edition)
      let both = pair()
      both.edition.work = work
      context.insert(both.edition)
      """),
    Body(
      "a helper calls a closure before it inserts",
      """
      let edition = Edition()
      prepare(edition) { edition.work = work }
      """),
    Body(
      "they are collected one by one",
      """
      let new = Work(title: "A"), names = ["a", "b"]
      context.insert(new)
      new.editions = names.reduce(into: [Edition]()) { $0.append(Edition(isbn: $1)) }
      new.editions = names.reduce([]) { all, name in all + [Edition(isbn: name)] }
      let byName = names.reduce(into: [String: Edition]()) { $0[$1] = Edition(isbn: $1) }
      new.editions = Array(byName.values)
      """),
    Body(
      "a dictionary has lists of them",
      """
      let new = Work(title: "A")
      context.insert(new)
      var editions: [String: [Edition]] = [:]
      editions["a", default: []].append(Edition())
      new.editions = editions["a"] ?? []
      """),
    Body(
      "a helper calls a closure with what it is given",
      """
      let edition = configured(Edition()) { $0.work = Work(title: "A") }
      context.insert(edition)
      let other = Edition().with { $0.work = work }
      context.insert(other)
      let third = Edition().with { $0.isbn = "3" }
      save(third) { $0.isbn = "4" }
      """),
  ])
  func `objects that are not followed draw nothing`(_ body: Body) {
    Self.source(body.text).expect("insert-before-relate")
  }

  @Test(arguments: [
    Body(
      "what an optional or a collection gives is inserted on the way",
      """
      let name = Optional("A"), edition = Edition(), names = ["a", "b"]
      context.insert(edition)
      edition.work = name.map { name in
        let new = Work(title: name)
        context.insert(new)
        return new
      }
      let new = Work(title: "B")
      context.insert(new)
      new.editions = names.reduce(into: [Edition]()) { all, name in
        let edition = Edition(isbn: name)
        context.insert(edition)
        all.append(edition)
      }
      let editions = Array(repeating: Edition(), count: 2)
      editions.forEach { context.insert($0) }
      new.editions = Array(editions)
      new[keyPath: \\.editions] = editions
      """),
    Body(
      "each part of a tuple is inserted first",
      """
      let pair = (edition: Edition(), Work(title: "A"))
      context.insert(pair.edition)
      context.insert(pair.1)
      pair.edition.work = pair.1
      """),
    Body(
      "a tuple is taken apart, and each is inserted first",
      """
      let (edition, other) = (Edition(), Work(title: "A"))
      context.insert(edition)
      context.insert(other)
      edition.work = other
      """),
    Body(
      "a part of a tuple has an inserted value now",
      """
      var pair = (Edition(), 1)
      let edition = Edition()
      context.insert(edition)
      pair.0 = edition
      pair.0.work = work
      """),
    Body(
      "create, insert both, then relate",
      """
      let new = Work(title: "A")
      let edition = Edition()
      context.insert(new)
      context.insert(edition)
      edition.work = new
      new.editions.append(edition)
      new.add(author)
      """),
    Body(
      "nil and empty lists relate nothing",
      """
      let edition = Edition(work: nil)
      edition.work = nil
      let new = Work(title: "A")
      new.editions = []
      let none: Work? = nil
      edition.work = none
      """),
    Body(
      "a parameter is left out",
      """
      let edition = Edition(isbn: "1", format: .paperback)
      context.insert(edition)
      edition.work = work
      """),
    Body(
      "a helper inserts",
      """
      let edition = Edition()
      store(edition)
      edition.work = work
      """),
    Body(
      "a helper inserts what is not inserted yet",
      """
      let new = Work(title: "A")
      attach(new)
      """),
    Body(
      "somebody else had it in hand",
      """
      let edition = Edition()
      Storage.shared.keep(edition)
      edition.work = work
      """),
    Body(
      "every way inserts",
      """
      let edition = Edition()
      if work.title.isEmpty { context.insert(edition) } else { store(edition) }
      edition.work = work
      """),
    Body(
      "a way that does not insert is left",
      """
      let edition = Edition()
      guard !work.title.isEmpty else { return }
      switch work.title {
      case "a": context.insert(edition)
      default: return
      }
      edition.work = work
      """),
    Body(
      "loops and closures insert first",
      """
      let editions = ["1", "2"].map { Edition(isbn: $0) }
      editions.forEach(context.insert)
      for edition in editions { edition.work = work }
      let more = ["3"].map { Edition(isbn: $0) }
      for edition in more { context.insert(edition) }
      work.editions.append(contentsOf: more)
      try? context.transaction {
        let edition = Edition()
        context.insert(edition)
        edition.work = work
      }
      """),
    Body(
      "what is fetched is inserted",
      """
      let found = try! context.fetch(FetchDescriptor<Work>())
      for other in found { other.add(author) }
      found.first?.editions.removeAll()
      """),
    Body(
      "a property of the same name relates nothing",
      """
      let edition = Edition()
      selection.work = edition
      selection.editions.append(edition)
      """),
    Body(
      "another set takes an element",
      """
      var seen: Set<Edition> = []
      let edition = Edition()
      context.insert(edition)
      seen.insert(edition)
      edition.work = work
      """),
    Body(
      "an inner function inserts",
      """
      func keep(_ edition: Edition) { context.insert(edition) }
      let edition = Edition()
      keep(edition)
      edition.work = work
      """),
    Body(
      "inner functions call themselves and each other",
      """
      func keep(_ edition: Edition, _ depth: Int) {
        if depth > 0 { keep(edition, depth - 1) } else { try? context.save() }
        for other in work.editions { each(other, depth); each(other, depth) }
        context.insert(edition)
      }
      func each(_ edition: Edition, _ depth: Int) {
        keep(edition, depth)
        keep(edition, depth)
      }
      let edition = Edition()
      each(edition, 9)
      edition.work = work
      """),
    Body(
      "a failure leaves, and what follows is inserted",
      """
      let edition = Edition()
      do { try context.save() } catch { return }
      context.insert(edition)
      defer { print(edition) }
      edition.work = work
      """),
    Body(
      "a helper takes any number of objects",
      """
      let new = Work(title: "A"), edition = Edition()
      storeAll(edition, new)
      edition.work = new
      let second = Work(title: "B"), other = Edition(), third = Edition()
      storeRest(second, other, third)
      other.work = second
      third.work = second
      """),
    Body(
      "an extension of the context takes any number of objects",
      """
      let new = Work(title: "A"), edition = Edition()
      context.insert(models: new, edition)
      edition.work = new
      let second = Work(title: "B"), other = Edition()
      context.insert(second, other)
      other.work = second
      """),
    Body(
      "a helper inserts and calls a closure then",
      """
      let new = Work(title: "A"), edition = Edition()
      save(new, edition) { edition.work = new }
      let second = Work(title: "B"), other = Edition()
      saveAll(second, other) { other.work = second }
      save(Edition()) { $0.work = work }
      let third = Edition()
      unknown(then: { third.work = work }, third)
      func keep(_ body: () -> Void) {
        context.insert(fourth)
        body()
      }
      let fourth = Edition()
      keep { fourth.work = work }
      """),
    Body(
      "a helper keeps a closure for later",
      """
      let edition = Edition()
      later(edition) { edition.work = work }
      """),
    Body(
      "a method of all models inserts",
      """
      let new = Work(title: "A").inserted(into: context)
      let edition = Edition().inserted(into: context)
      edition.work = new
      let other = Edition()
      other.keep(in: context)
      other.work = work
      let third = Edition()
      third.store()
      third.work = work
      """),
    Body(
      "each way through a list inserts",
      """
      let editions = [Edition(), Edition()]
      editions.lazy.forEach { context.insert($0) }
      editions[0].work = work
      let more = [Edition(), Edition()]
      more.keepAll(context)
      more[0].work = work
      let last = [Edition(), Edition()]
      last.reversed().forEach { context.insert($0) }
      last[0].work = work
      let pairs = [(Work(title: "A"), Edition()), (Work(title: "B"), Edition())]
      for (new, edition) in pairs {
        context.insert(new)
        context.insert(edition)
        edition.work = new
      }
      """),
    Body(
      "each way through a dictionary inserts",
      """
      let first = ["a": Edition()]
      first.values.forEach(context.insert)
      first["a"]?.work = work
      let second = ["a": Edition()]
      for (_, edition) in second { context.insert(edition) }
      second["a"]?.work = work
      let third = ["a": Edition()]
      third.forEach { context.insert($0.value) }
      third["a"]?.work = work
      let fourth = ["a": Edition()]
      fourth.mapValues { $0 }.values.forEach(context.insert)
      fourth["a"]?.work = work
      var cache: [String: Edition] = [:]
      let edition = Edition()
      cache["a"] = edition
      cache.values.forEach(context.insert)
      edition.work = work
      stored["a"] = Edition()
      let kept = Edition()
      stored["b"] = kept
      kept.work = work
      func fill(_ editions: inout [String: Edition]) {
        let edition = Edition()
        editions["a"] = edition
        edition.work = work
      }
      """),
    Body(
      "an operator of the app's own inserts",
      """
      let edition = Edition()
      context <+ edition
      edition.work = work
      let other = Edition()
      other+>
      other.work = work
      """),
    Body(
      "numbers are counted, and each object is inserted",
      """
      let editions = (0..<3).map { _ in Edition() }
      editions.forEach(context.insert)
      for edition in editions { edition.work = work }
      (0..<3).forEach { _ in
        let edition = Edition()
        context.insert(edition)
        edition.work = work
      }
      """),
    Body(
      "what is counted, or taken in pairs, is inserted first",
      """
      let works = ["a", "b"].map(Work.init)
      let editions = [Edition(), Edition()]
      for (_, edition) in editions.enumerated() { context.insert(edition) }
      for (new, edition) in zip(works, editions) {
        context.insert(new)
        edition.work = new
      }
      let more = [Edition()]
      zip(works, more).forEach { context.insert($1); $1.work = $0 }
      """),
    Body(
      "a function for objects of any kind inserts",
      """
      let edition = Edition()
      storeAny(edition)
      edition.work = work
      let other = Edition()
      storeGeneric(other)
      other.work = work
      """),
    Body(
      "a closure is carried out later",
      """
      let edition = Edition(), other = Edition(), third = Edition(), fourth = Edition()
      let relate = { edition.work = work }
      onSave = { other.work = work }
      Task { @MainActor in third.work = work }
      DispatchQueue.main.async { fourth.work = work }
      for edition in [edition, other] + [third, fourth] { context.insert(edition) }
      relate()
      let fifth = Edition()
      let keep = { (edition: Edition) in context.insert(edition) }
      keep(fifth)
      fifth.work = work
      let sixth = Edition()
      Task { context.insert(sixth) }
      sixth.work = work
      """),
    Body(
      "a struct that holds it inserts, or whoever gets the struct",
      """
      let edition = Edition()
      let row = Row(edition: edition)
      row.store(in: context)
      edition.work = work
      let other = Edition()
      storeRow(Row(edition: other))
      other.work = work
      """),
    Body(
      "key paths of what is counted lead to it",
      """
      let editions = [Edition(), Edition()]
      print(editions.map(\\.isbn))
      editions.enumerated().map(\\.element).forEach(context.insert)
      editions[0].work = work
      """),
  ])
  func `objects that are inserted first draw nothing`(_ body: Body) {
    Self.source(body.text).expect("insert-before-relate")
  }

  /// A view with a body, and the functions that it calls.
  static func source(_ body: String) -> MarkedSource {
    MarkedSource([
      ("Books.swift", booksBefore),
      (
        "View.swift",
        """
        struct Row {
          var edition: Edition
          func store(in context: ModelContext) { context.insert(edition) }
        }
        struct Selection { var work: Edition?; var editions: [Edition] = [] }
        infix operator <+
        infix operator -->
        postfix operator +>
        func <+ (context: ModelContext, model: any PersistentModel) { context.insert(model) }
        func --> (edition: Edition, work: Work) { edition.work = work }
        postfix func +> (model: any PersistentModel) { Storage.shared.context.insert(model) }
        struct AddView: View {
          @State var stored: [String: Edition] = [:]
          @Environment(\\.modelContext) private var context
          @State var selection = Selection()
          @State var rows: [Row] = []
          @State var onSave: () -> Void = {}
          func run(work: Work, author: Author) {
        \(body)
          }
          func pair() -> (work: Work, edition: Edition) { (Work(title: "A"), Edition()) }
          func configured<Model>(_ model: Model, _ change: (Model) -> Void) -> Model {
            change(model)
            return model
          }
          func same(_ edition: Edition) -> Edition { edition }
          func prepare(_ edition: Edition, _ change: () -> Void) {
            change()
            context.insert(edition)
          }
          func save(_ models: any PersistentModel, _ more: any PersistentModel, then: () -> Void) {
            context.insert(models)
            context.insert(more)
            then()
          }
          func save(_ edition: Edition, change: (Edition) -> Void) {
            context.insert(edition)
            change(edition)
          }
          func saveAll(_ models: any PersistentModel..., then: () throws -> Void) rethrows {
            models.forEach(context.insert)
            try then()
          }
          func later(_ edition: Edition, _ change: @escaping () -> Void) {
            queue.async { change() }
            Task { change() }
            context.insert(edition)
          }
          func storeAll(_ models: any PersistentModel...) { models.forEach { context.insert($0) } }
          func storeRest(_ first: any PersistentModel, _ rest: any PersistentModel...) {
            context.insert(first)
            for model in rest { context.insert(model) }
          }
          func keepFirst(_ first: any PersistentModel, _ rest: any PersistentModel...) {
            context.insert(first)
          }
          func storeRow(_ row: Row) { context.insert(row.edition) }
          func storeAny(_ model: Any) { context.insert(model as! any PersistentModel) }
          func storeGeneric<Model: PersistentModel>(_ model: Model) { context.insert(model) }
          func link(_ edition: Edition, to work: Work) { edition.work = work }
          func store(_ edition: Edition) { context.insert(edition) }
          func attach(_ work: Work) {
            if work.modelContext == nil { context.insert(work) }
            let edition = Edition()
            context.insert(edition)
            edition.work = work
          }
        }
        protocol Keeping: PersistentModel {}
        extension Keeping { func keep(in context: ModelContext) { context.insert(self) } }
        extension Edition: Keeping { func store() { Storage.shared.keep(self) } }
        extension PersistentModel {
          func with(_ change: (Self) -> Void) -> Self {
            change(self)
            return self
          }
          func inserted(into context: ModelContext) -> Self {
            context.insert(self)
            return self
          }
        }
        extension ModelContext {
          func insert(models: any PersistentModel...) { models.forEach { insert($0) } }
          func insert(_ first: any PersistentModel, _ second: any PersistentModel) {
            insert(first)
            insert(second)
          }
        }
        """
      ),
    ])
  }

  @Test func `a finding marks the expression, says why, and what to write instead`() {
    let source = MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Add.swift",
        """
        func add(to work: Work, in context: ModelContext) {
          let edition = Edition(isbn: "1", work: work)
          context.insert(edition)
          work.editions.append(Edition())
        }
        """
      ),
    ])
    expect(
      source.findings(of: "insert-before-relate").map(line).joined(separator: "\n"),
      is: """
        Add.swift:2:17: warning: 'Edition' is made with 'work' before 'edition' is inserted into a context: early releases of SwiftData lost such a link, or crashed on saving [insert-before-relate]
          insert first, relate then: make 'Edition' without 'work', insert it, and set 'edition.work' then; line 3 inserts too late
        Add.swift:4:3: warning: 'work.editions' gets another object before 'Edition(…)' is inserted into a context: early releases of SwiftData lost such a link, or crashed on saving [insert-before-relate]
          insert first, relate then: insert 'Edition(…)' above this line
        """)
  }

  @Test func `an element is named after its list or dictionary`() {
    let source = MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Add.swift",
        """
        func add(to work: Work, in context: ModelContext) {
          let editions = [Edition(), Edition()]
          editions[0].work = work
          let byName = ["a": Edition()]
          byName["a"]?.work = work
        }
        """
      ),
    ])
    #expect(
      source.findings(of: "insert-before-relate").map { $0.message.prefix { $0 != ":" } } == [
        "'editions[…].work' is set before 'editions[…]' is inserted into a context",
        "'byName[…].work' is set before 'byName[…]' is inserted into a context",
      ])
  }

  @Test func `findings in tests and previews are marked as such`() {
    MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Tests.swift",
        """
        @Test func savesEntries() throws {
          let container = try ModelContainer(for: Work.self, Entry.self)
          let context = container.mainContext
          let work = Work(title: "A")
          let entry = Entry(work: work, edition: nil)  // note
          context.insert(work)
          context.insert(entry)
          try context.save()
          #expect(entry.work === work)
        }
        @Test func shows() {
          let work = Work(title: "A")
          let entry = Entry(work: work, edition: nil)  // note
          #expect(entry.work?.title == "A")
        }
        #Preview {
          let work = Work(title: "A")
          let entry = Entry(work: work, edition: nil)  // note
          return EntryView(entry: entry)
        }
        struct Row_Previews: PreviewProvider {
          static var previews: some View {
            EntryView(entry: Entry(work: Work(title: "A"), edition: nil))  // note
          }
        }
        #Preview {
          let container = try! ModelContainer(for: Work.self)
          let work = Work(title: "A")
          let edition = Edition()
          edition.work = work  // note
          container.mainContext.insert(work)
          return EditionView(edition: edition)
        }
        """
      ),
    ]).expect("insert-before-relate")
  }

  @Test func `an early relation in a test is a note, whether it has a context or not`() {
    MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Tests/ShelfTests.swift",
        """
        struct ShelfTests {
          @Test func sorts() {
            let shelf = Shelf(works: [Work(title: "A")])
            let edition = Edition()
            edition.work = Work(title: "B")  // note
            shelf.show(edition)
          }
          @Test func stores() throws {
            let work = Work(title: "A")
            let edition = Edition(work: work)  // note
            shelf.show(edition)
            context.insert(work)
          }
        }
        """
      ),
    ]).expect("insert-before-relate")
  }

  @Test func `an object that only a function knows has no name`() {
    let source = MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Add.swift",
        """
        func relate(_ edition: Edition) {
          let work = Work(title: "")
          edition.work = work
        }
        func add(in context: ModelContext) {
          let edition = Edition()
          relate(edition)
          context.insert(edition)
        }
        """
      ),
    ])
    let harm =
      "inserted into a context: early releases of SwiftData lost such a link, or crashed on saving"
    #expect(
      source.findings(of: "insert-before-relate").map(\.message) == [
        "'edition.work' is set before 'work' is \(harm)",
        "'relate' relates 'edition' to an object of its own before 'edition' is \(harm)",
      ])
  }

  @Test func `an object without a name does not get the name of another`() {
    let source = MarkedSource([
      ("Books.swift", booksBefore),
      (
        "Add.swift",
        """
        func add(to work: Work, in context: ModelContext) {
          let edition = Edition(isbn: "1")
          context.insert(edition)
          edition.work = work
          work.editions.append(pick(Edition(isbn: "2")))
        }
        func pick(_ edition: Edition) -> Edition { edition }
        """
      ),
    ])
    #expect(
      source.findings(of: "insert-before-relate").map { $0.message.prefix { $0 != ":" } } == [
        "'work.editions' gets another object before 'Edition(…)' is inserted into a context"
      ])
  }

  @Test func `a script, a 'deinit' and a type inside a function are followed as other code is`() {
    MarkedSource([
      (
        "App/main.swift",
        booksBefore + """
          let container = try ModelContainer(for: Work.self)
          let context = container.mainContext
          let work = Work(title: "A")
          let edition = Edition()
          edition.work = work  // warning
          context.insert(edition)
          let late = Edition()
          keep()
          late.work = work
          func keep() { context.insert(late) }
          """
      ),
      (
        "App/Code.swift",
        """
        final class Session {
          let context: ModelContext
          let work: Work
          init(_ context: ModelContext, _ work: Work) { (self.context, self.work) = (context, work) }
          deinit {
            let edition = Edition()
            edition.work = work  // warning
            context.insert(edition)
          }
          func importAll() {
            struct Importer {
              func add(_ work: Work, _ context: ModelContext) {
                let edition = Edition()
                edition.work = work  // warning
                context.insert(edition)
              }
            }
            Importer().add(work, context)
          }
          @Test func tries() {
            struct Trial { func add(_ work: Work) { Edition().work = work } }
          }
        }
        """
      ),
    ]).expect("insert-before-relate")
  }

  @Test func `objects in the state of a view are not followed`() {
    MarkedSource(
      booksBefore + """
        struct Shelf: View {
          @Environment(\\.modelContext) var context
          @State private var draft: Edition?
          @State private var other = Edition()
          let work: Work
          var body: some View {
            Button("Add") {
              draft = Edition()
              draft?.work = work
              context.insert(draft!)
            }
            Button("Add first") {
              draft = Edition()
              context.insert(draft!)
              self.draft?.work = work
            }
            Button("Add later") {
              let edition = Edition()
              self.draft = edition
              edition.work = work
            }
            Button("Begin") { draft = Edition() }
            Button("Relate") {
              draft?.work = work
              other.work = work
            }
            Button("Save") {
              draft = Edition()
              save()
              draft?.work = work
            }
            Button("Both") {
              draft = Edition()
              withAnimation { draft?.work = work }
            }
          }
          func save() { draft.map { context.insert($0) } }
        }
        """
    ).expect("insert-before-relate")
  }

  @Test func `functions that call each other in a circle are followed the same way each time`() {
    let circle = (0..<40).map { number in
      """
      func step\(number)(_ edition: Edition, _ work: Work, in context: ModelContext) {
        edition.work = work
        step\((number + 7) % 40)(edition, work, in: context)
        step\((number + 11) % 40)(Edition(), work, in: context)
        context.insert(edition)
      }
      """
    }
    let source = MarkedSource([
      ("Books.swift", booksBefore), ("Steps.swift", circle.joined(separator: "\n")),
    ])
    let first = source.findings(of: "insert-before-relate")
    #expect(!first.isEmpty)
    for _ in 0..<5 { #expect(source.findings(of: "insert-before-relate") == first) }
  }

  private static let vault = """
    @Model final class Vault {
      @Relationship(deleteRule: .cascade, inverse: \\Coin.vault) var coins: [Coin] = []
    }
    @Model final class Coin { var vault: Vault? }

    """

  @Test func `an object inserted too late is reported in the function, and not at its callers`() {
    MarkedSource(
      Self.vault + """
        func commit(_ vault: Vault, in context: ModelContext) {
          let coin = Coin()
          vault.coins.append(coin)  // warning
          context.insert(vault)
        }
        func first(in context: ModelContext) { commit(Vault(), in: context) }
        func second(in context: ModelContext) {
          let vault = Vault()
          commit(vault, in: context)
        }
        """
    ).expect("insert-before-relate")
  }

  @Test func `objects of any class that a function inserts are inserted`() {
    MarkedSource(
      Self.vault + """
        func keep(_ models: [any PersistentModel], in context: ModelContext) {
          models.forEach { context.insert($0) }
        }
        func keep(one model: some PersistentModel, in context: ModelContext) {
          context.insert(model)
        }
        func add(in context: ModelContext) {
          let vault = Vault()
          let coin = Coin()
          keep([vault], in: context)
          keep(one: coin, in: context)
          coin.vault = vault
        }
        """
    ).expect("insert-before-relate")
  }
}
