import Diagnostics
import Foundation
import SchemaLint
import SwiftModels
import Testing

/// The corrected lines: they are the source's own, and compile where they stand.
struct InsertBeforeRelateLinesTests {
  /// A function that relates too soon, with what is shown instead.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var shown: String

    init(_ description: String, _ text: String, shows shown: String) {
      testDescription = description
      self.text = text
      self.shown = shown
    }
  }

  private static let models = """
    import SwiftData

    @Model final class Trip {
      var name: String
      @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
      init(name: String = "", stops: [Stop] = []) {
        self.name = name
        self.stops = stops
      }
      func begin() {
        let stop = Stop()
        stop.trip = self
        stops.append(stop)
      }
    }
    @Model final class Stop {
      var name: String
      var trip: Trip?
      init(name: String = "", trip: Trip? = nil) {
        self.name = name
        self.trip = trip
      }
    }
    @Model final class Ticket {
      var trip: Trip?
      init(trip: Trip) { self.trip = trip }
    }
    func link(_ stop: Stop, to trip: Trip) throws -> Stop {
      stop.trip = trip
      return stop
    }

    """

  /// What is shown for the first finding of each function, without the words before the lines.
  private static func shown(_ text: String) -> [String] {
    MarkedSource([("A.swift", models), ("B.swift", text)]).findings(of: "insert-before-relate")
      .filter { $0.location?.file == "B.swift" }
      .map { finding in
        let note = finding.notes.first?.message ?? ""
        return note.replacing("insert first, relate then:\n", with: "")
      }
  }

  @Test(arguments: [
    Case(
      "the insertion that is there moves up",
      """
      struct Seed {
        let container: ModelContainer
        var spare: ModelContext?
        @MainActor func add(_ trip: Trip, context: ModelContext) {
          let stop = Stop()
          stop.trip = trip
          container.mainContext.insert(stop)
        }
      }
      """,
      shows: """
        container.mainContext.insert(stop)
        stop.trip = trip
        """),
    Case(
      "an optional context stays one",
      """
      func add(_ trip: Trip, _ ctx: ModelContext?) {
        let stop = Stop()
        stop.trip = trip
        ctx?.insert(stop)
      }
      """,
      shows: """
        ctx?.insert(stop)
        stop.trip = trip
        """),
    Case(
      "what may be absent stays so",
      """
      func add(_ trip: Trip?, _ context: ModelContext) {
        let stop = Stop()
        trip?.stops.append(stop)
        context.insert(stop)
      }
      """,
      shows: """
        context.insert(stop)
        trip?.stops.append(stop)
        """),
    Case(
      "the statement around it moves as a whole",
      """
      func add(_ trip: Trip?, _ context: ModelContext) {
        let stop = Stop()
        if let trip {
          // The first of many.
          stop.trip = trip
        }
        context.insert(stop)
      }
      """,
      shows: """
        context.insert(stop)
        if let trip {
          // The first of many.
          stop.trip = trip
        }
        """),
    Case(
      "a closure inserts what it is given",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        let stops = [Stop(), Stop()]
        stops.forEach { $0.trip = trip }
      }
      """,
      shows: """
        context.insert($0)
        $0.trip = trip
        """),
    Case(
      "a list is inserted one by one",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        let stops = [Stop(), Stop()]
        trip.stops = stops
        try? context.save()
      }
      """,
      shows: """
        stops.forEach { context.insert($0) }
        trip.stops = stops
        """),
    Case(
      "a list that is made on the way gets a name",
      """
      func add(_ names: [String], _ context: ModelContext) {
        let trip = Trip()
        trip.stops = names.map { Stop(name: $0) }
        context.insert(trip)
      }
      """,
      shows: """
        let stops = names.map { Stop(name: $0) }
        context.insert(trip)
        stops.forEach { context.insert($0) }
        trip.stops = stops
        """),
    Case(
      "the objects of a list are inserted where each is inserted",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        let first = Stop(), second = Stop()
        trip.stops = [first, second]
        context.insert(first)
        context.insert(second)
      }
      """,
      shows: """
        context.insert(first)
        context.insert(second)
        trip.stops = [first, second]
        """),
    Case(
      "an object that is made on the way gets a name that nothing has",
      """
      func add(_ trip: Trip, _ stop: Stop, _ context: ModelContext) {
        trip.stops.append(stop)
        trip.stops.append(Stop(name: "A"))
      }
      """,
      shows: """
        let newStop = Stop(name: "A")
        context.insert(newStop)
        trip.stops.append(newStop)
        """),
    Case(
      "an argument is taken out",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        let stop = Stop(
          name: "A",
          trip: trip
        )
        context.insert(stop)
      }
      """,
      shows: """
        let stop = Stop(
          name: "A"
        )
        context.insert(stop)
        stop.trip = trip
        """),
    Case(
      "an object that is inserted as it is made gets a name",
      """
      func add(_ trip: Trip, _ context: ModelContext) { context.insert(Stop(trip: trip)) }
      """,
      shows: """
        let stop = Stop()
        context.insert(stop)
        stop.trip = trip
        """),
    Case(
      "and so does one that is returned",
      """
      func made(_ trip: Trip, _ context: ModelContext) -> Stop {
        guard !trip.name.isEmpty else { return Stop() }
        return Stop(name: trip.name, trip: trip)
      }
      """,
      shows: """
        let stop = Stop(name: trip.name)
        context.insert(stop)
        stop.trip = trip
        return stop
        """),
    Case(
      "both objects of an initializer are made first",
      """
      func add(_ context: ModelContext) {
        let stop = Stop(trip: Trip(name: "A"))
        context.insert(stop)
      }
      """,
      shows: """
        let trip = Trip(name: "A")
        let stop = Stop()
        context.insert(stop)
        context.insert(trip)
        stop.trip = trip
        """),
    Case(
      "a call keeps its receiver, its 'try' and its 'await'",
      """
      struct Seed {
        static func link(_ stop: Stop, to trip: Trip) async throws { stop.trip = trip }
        func add(_ trip: Trip, _ context: ModelContext) async throws {
          let stop = Stop()
          try await Seed.link(stop, to: trip)
          context.insert(stop)
        }
      }
      """,
      shows: """
        context.insert(stop)
        try await Seed.link(stop, to: trip)
        """),
    Case(
      "a method of the object is called behind its insertion",
      """
      func add(_ context: ModelContext) {
        let trip = Trip()
        trip.begin()
        context.insert(trip)
      }
      """,
      shows: """
        context.insert(trip)
        trip.begin()
        """),
    Case(
      "the context of a view",
      """
      struct AddView: View {
        @Environment(\\.modelContext) private var store
        let trip: Trip
        func add() {
          let stop = Stop()
          stop.trip = trip
        }
      }
      """,
      shows: """
        store.insert(stop)
        stop.trip = trip
        """),
    Case(
      "a list of one object over and over",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        trip.stops = Array(repeating: Stop(), count: 3)
      }
      """,
      shows: """
        let stops = Array(repeating: Stop(), count: 3)
        stops.forEach { context.insert($0) }
        trip.stops = stops
        """),
    Case(
      "a list whose first value says its type",
      """
      func add(_ trip: Trip, _ names: [String], _ context: ModelContext) {
        trip.stops = names.reduce(into: [Stop]()) { $0.append(Stop(name: $1)) }
      }
      """,
      shows: """
        let stops = names.reduce(into: [Stop]()) { $0.append(Stop(name: $1)) }
        stops.forEach { context.insert($0) }
        trip.stops = stops
        """),
    Case(
      "a key path",
      """
      func add(_ stop: Stop, _ context: ModelContext) {
        stop[keyPath: \\.trip] = Trip()
      }
      """,
      shows: """
        let newTrip = Trip()
        context.insert(newTrip)
        stop[keyPath: \\.trip] = newTrip
        """),
  ])
  func `the corrected lines are the source's own statements in another order`(_ item: Case) {
    expect(Self.shown(item.text).last ?? "nothing", is: item.shown)
  }

  @Test func `what a function gives that relates is no object that is lost sight of`() {
    let found = MarkedSource([
      ("A.swift", Self.models),
      (
        "B.swift",
        """
        func stop(of trip: Trip) -> Stop { Stop(trip: trip) }
        func add(_ context: ModelContext) {
          let trip = Trip()
          let stop = stop(of: trip)
          context.insert(trip)
          context.insert(stop)
        }
        func both(_ stop: Stop, _ context: ModelContext) {
          stop.trip = cached(Trip())
          let other = Stop()
          other.trip = cached(Trip())
          context.insert(other)
        }
        """
      ),
    ]).findings(of: "insert-before-relate").filter { $0.location?.file == "B.swift" }
    let others = found.filter { finding in
      finding.notes.contains { $0.message.hasPrefix("another object is made") }
    }
    #expect(others.map { $0.location?.line } == [11])
    #expect(found.contains { $0.location?.line == 4 })
  }

  @Test(arguments: [
    Case(
      "it is made of the value of an optional",
      """
      func add(_ name: String?, _ context: ModelContext) {
        let stop = Stop()
        stop.trip = name.map { Trip(name: $0) }
        context.insert(stop)
      }
      """,
      shows: "insert 'stop' and 'trip' above this line; line 4 inserts too late"),
    Case(
      "only the place tells the type of a list",
      """
      func add(_ trip: Trip, _ names: [String], _ context: ModelContext) {
        trip.stops = names.reduce([]) { $0 + [Stop(name: $1)] }
      }
      """,
      shows: "insert 'stops' above this line"),
    Case(
      "a function that nobody knows may give what it is given",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        let stop = Stop()
        stop.trip = cached(Trip())
        context.insert(stop)
      }
      """,
      shows: "insert 'stop' above this line; line 4 inserts too late"),
    Case(
      "there is no context",
      """
      func add(_ trip: Trip) {
        let stop = Stop()
        stop.trip = trip
      }
      """,
      shows: "insert 'stop' above this line"),
    Case(
      "the only context may be absent",
      """
      struct Seed {
        var spare: ModelContext?
        var container: ModelContainer?
        func add(_ trip: Trip) {
          let stop = Stop()
          stop.trip = trip
        }
      }
      """,
      shows: "insert 'stop' above this line"),
    Case(
      "the context of an object would be meant in a closure",
      """
      final class Seed {
        let context: ModelContext
        func add(_ trip: Trip) {
          run { let stop = Stop(); stop.trip = trip }
        }
      }
      """,
      shows: "insert 'stop' above this line"),
    Case(
      "the object may be absent",
      """
      func add(_ isNew: Bool, _ stop: Stop, _ context: ModelContext) {
        let trip: Trip? = isNew ? Trip() : nil
        stop.trip = trip
      }
      """,
      shows: "insert 'trip' above this line"),
    Case(
      "it is one of a list or dictionary",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        let stops = [Stop(), Stop()]
        stops[0].trip = trip
      }
      """,
      shows: "insert 'stops[0]' above this line"),
    Case(
      "what inserts it is declared in between",
      """
      func add(_ trip: Trip, _ container: ModelContainer) {
        let stop = Stop()
        stop.trip = trip
        let context = ModelContext(container)
        context.insert(stop)
      }
      """,
      shows: "insert 'stop' above this line; line 5 inserts too late"),
    Case(
      "it is inserted on some way only",
      """
      func add(_ trip: Trip, _ isNew: Bool, _ context: ModelContext) {
        let stop = Stop()
        stop.trip = trip
        if isNew { context.insert(stop) }
      }
      """,
      shows: "insert 'stop' above this line; line 4 inserts too late"),
    Case(
      "the name means another context there",
      """
      func add(_ trip: Trip, _ context: ModelContext?) {
        let stop = Stop()
        stop.trip = trip
        if let context { context.insert(Trip()) }
      }
      """,
      shows: "insert 'stop' above this line"),
    Case(
      "the initializer wants the argument",
      """
      func add(_ trip: Trip, _ context: ModelContext) {
        let ticket = Ticket(trip: trip)
        context.insert(ticket)
      }
      """,
      shows: "make 'Ticket' without 'trip', insert it, and set 'ticket.trip' then; its initializer "
        + "has to do without 'trip'; line 3 inserts too late"),
    Case(
      "it is made in a condition",
      """
      func add(_ trip: Trip, _ isNew: Bool, _ context: ModelContext) {
        let stop = isNew ? Stop(trip: trip) : nil
      }
      """,
      shows: "make 'Stop' without 'trip', insert it, and set 'stop.trip' then"),
    Case(
      "a view is put together",
      """
      #Preview {
        @Previewable @Environment(\\.modelContext) var context
        let trip = Trip()
        let stop = Stop(trip: trip)
        StopView(stop: stop)
      }
      """,
      shows: "make 'Stop' without 'trip', insert it and 'trip', and set 'stop.trip' then"),
    Case(
      "a closure gives what it makes",
      """
      func add(_ trip: Trip, _ names: [String], _ context: ModelContext) {
        let stops = names.map { Stop(name: $0, trip: trip) }
        stops.forEach(context.insert)
      }
      """,
      shows: "make 'Stop' without 'trip', insert it, and set 'stops.trip' then; line 3 inserts too "
        + "late"),
  ])
  func `a sentence says what to do where the lines are not certain`(_ item: Case) {
    expect(
      Self.shown(item.text).last ?? "nothing", is: "insert first, relate then: " + item.shown)
  }

  /// Lines that are shown, with the text that they are for.
  private struct Shown {
    var lines: [Substring]
    var source: String
    var line: Int
  }

  private static func shownLines(_ source: MarkedSource) -> [Shown] {
    source.findings(of: "insert-before-relate").compactMap { finding in
      let lines = (finding.notes.first?.message ?? "").split(separator: "\n")
      guard lines.count > 1, let place = finding.location else { return nil }
      return Shown(
        lines: Array(lines.dropFirst()), source: source.text(of: place.file), line: place.line)
    }
  }

  /// The words of a text that stand by themselves, and are no member, label or number.
  private static func names(_ text: String) -> Set<String> {
    let code = text.replacing(#/"[^"]*"/#, with: "\"\"")
    return Set(
      code.matches(of: #/(?<before>[.\w]?)\b(?<name>[A-Za-zé_]\w*)\b(?!:)/#)
        .filter { $0.output.before.isEmpty }.map { String($0.output.name) })
  }

  @Test func `corrected lines parse, and name only what is there`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/BooksTracker/Before")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let app = MarkedSource(
      try files.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) })
    let shown =
      InsertBeforeRelateTests.tooSoon.flatMap {
        Self.shownLines(InsertBeforeRelateTests.source($0.text))
      } + Self.shownLines(app)
    #expect(shown.count > 30)
    for item in shown {
      let text = item.lines.joined(separator: "\n")
      let problems = SwiftSource(texts: [("A.swift", "func f() {\n\(text)\n}\n")]).problems
      #expect(problems == [], "\(text)")
      var known = Self.names(item.source).union(["let", "_"])
      for match in text.matches(of: #/let (\w+)/#) { known.insert(String(match.output.1)) }
      #expect(Self.names(text).subtracting(known) == [], "\(text)")
      let line = item.source.split(separator: "\n", omittingEmptySubsequences: false)[item.line - 1]
      for mark in ["?.", "try ", "await "] where line.contains(mark) {
        #expect(text.contains(mark), "\(text)")
      }
    }
  }
}
