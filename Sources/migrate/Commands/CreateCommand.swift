internal import Diagnostics
internal import ArgumentParsing
internal import JSON
internal import Reports
internal import SchemaModel
internal import StoreCreation

/// `migrate create`: creates a store of a version, empty or with sample data.
enum CreateCommand: RunnableCommand {
  private static let store = Argument(.file("STORE"), help: "the store to make")
  private static let version = Option(
    "version", elsewhere: ["to"], .version,
    help: "the version that the store is to hold; by default the newest")
  private static let sample = Option(
    "sample", .integer("N", atLeast: 0),
    help: "fill it with N objects of each entity, and with what belongs to them")
  private static let seed = Option(
    "seed", .integer("S", atLeast: 0), default: 1,
    help: "the number that the sample data grows from")
  private static let layout = Option(
    "layout", .choice("LAYOUT"), default: StoreKind.native,
    help: "the form of the store: one of migrate's own, or as Core Data and SwiftData write it")
  private static let format = CommonOptions.format([.text, .json])

  static let commandName = "create"

  static let declaration = Command(
    name: commandName, abstract: "Make a store, empty or with sample data.",
    discussion: """
      The same version, number and seed always give the same data. It keeps to types, \
      relationships, unique keys and rules, and holds what breaks careless tools: empty and huge \
      texts, NUL, quotes, emoji, the ends of every range. Nothing is ever overwritten.

      With '--layout coredata', the store is one for the tests of an app: the platform opens and \
      migrates it. A model is refused where no known store shows the form of a part of it, such as \
      a list: 'tags: "[string]"'.
      """,
    examples: [
      .init("migrate create library.store --version 1.0.0", "Make an empty store."),
      .init(
        "migrate create library.store --version 1.0.0 --sample 200 --seed 7",
        "Make a store to rehearse a migration with."),
      .init(
        "migrate create library.sqlite --version 1.0.0 --layout coredata --sample 20",
        "Make a store that the app's own tests can migrate."),
    ],
    section: "stores", arguments: [store],
    options: [version, layout, sample, seed, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let path = invocation.arguments[store]
    let document = try document(invocation)
    let counts: [String: Int]
    do {
      counts = try make(path, of: document, invocation)
    } catch {
      throw Failure(error).leaving("'\(path)' was not made", of: path)
    }
    let total = counts.values.reduce(0, +)
    let what = "'\(path)' is \(document.schema.name) \(document.schema.version)"
    let content = counts.isEmpty ? "and empty" : "with \(Quantity.count(total, "object"))"
    return Outcome(
      hasChangedStore: true, text: "\(what) \(content)\n",
      members: [
        .init("path", .string(path)),
        .init("schema", .string(document.schema.name)),
        .init("version", .string("\(document.schema.version)")),
        .init("objects", objects(counts)),
      ])
  }

  private static func document(_ invocation: Invocation) throws -> SchemaDocument {
    try invocation.arguments[version].map(VersionReference.version)?.document(invocation)
      ?? VersionReference.newest(invocation)
  }

  /// Creates the store; returns the number of objects of each entity.
  private static func make(
    _ path: String, of document: SchemaDocument, _ invocation: Invocation
  ) throws -> [String: Int] {
    let isOfPlatform = invocation.arguments[layout] == .coreData
    guard let number = invocation.arguments[sample] else {
      if isOfPlatform {
        try PlatformSample.create(at: path, of: document)
      } else {
        try StoreCreator.create(at: path, of: document)
      }
      return [:]
    }
    let work = Work(invocation)
    let seed = UInt64(invocation.arguments[seed])
    return try work.run {
      let report: (SampleStore.Progress) throws -> Void = {
        try work.report("making sample data", $0.done, of: $0.total, unit: "objects")
      }
      return isOfPlatform
        ? try PlatformSample.create(
          at: path, of: document, objects: number, seed: seed, progress: report)
        : try SampleStore.create(
          at: path, of: document, objects: number, seed: seed, progress: report)
    }
  }

  private static func objects(_ counts: [String: Int]) -> JSONValue {
    .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, JSONValue($0.value)) })
  }
}

/// The kind of a new store.
private enum StoreKind: String, CaseIterable {
  case native
  case coreData = "coredata"
}
