internal import Diagnostics
internal import Files
internal import JSON
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

/// The versions of a model in Swift source, read by `migrate-swift`.
struct SwiftImport {
  /// The Swift file, or a folder of Swift files.
  let path: String
  /// The name of the model; nil to name it after its migration plan.
  let name: String?
  /// The name if no migration plan gives one.
  let otherwise: String?
  /// The version number of models that no version lists.
  let version: Version?
  /// The name of the migration plan to use.
  let plan: String?
  /// The command as typed, without `--plan`.
  let command: String

  /// The declared versions, or the models as version 1.0.0, with further diagnostics.
  ///
  /// - Throws: all problems that would make the imported model differ from the source.
  func history() throws -> (history: ImportedHistory, remarks: [Diagnostic]) {
    let result = try SwiftReading(words, of: [path])
    try checkPlan(in: result)
    let diagnostics = try result.diagnostics()
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      throw Failure(.unable, diagnostics)
    }
    let declared = try (result["versions"]).require("versions").elements
    let live = result["live"].flatMap { $0.content == .null ? nil : $0 }
    let listed = declared.isEmpty ? [live].compactMap(\.self) : declared
    guard !listed.isEmpty else { throw Self.noModels(path) }
    guard version == nil || declared.isEmpty else { throw Self.declaresVersions(path) }
    var history = ImportedHistory(name: "")
    for version in listed {
      let document = try Self.document(version, in: path)
      history.name = document.schema.name
      history.versions.append(document)
      history.labels.append(version["label"]?.text ?? "")
    }
    history.current = history.versions.last?.schema.version
    return (history, diagnostics)
  }

  /// The arguments of `migrate-swift`.
  private var words: [String] {
    let options = [
      "--name": name, "--default-name": otherwise, "--version": version?.description,
      "--plan": plan,
    ]
    return options.sorted { $0.key < $1.key }.reduce(into: ["import"]) { words, option in
      if let value = option.value { words += [option.key, value] }
    }
  }

  /// Throws an error if one of several plans must be chosen, or if the named plan does not exist.
  private func checkPlan(in result: SwiftReading) throws {
    let open = try (result["openPlans"]).require("openPlans").elements
    if !open.isEmpty { throw try severalPlans(open) }
    guard let plan else { return }
    let plans = try (result["plans"]).require("plans").elements
    let names = plans.compactMap { $0["name"]?.text }
    guard !names.contains(where: { $0 == plan || $0.hasSuffix(".\(plan)") }) else { return }
    throw Failure(
      unable: "unknown-plan",
      "there is no migration plan '\(plan)' in the Swift files at '\(path)'",
      notes: names.isEmpty
        ? [.init("leave '--plan' out: no plan is declared there")]
        : names.map { .init("there is '\($0)'") })
  }

  private func severalPlans(_ plans: [JSONValue]) throws -> Failure {
    Failure(
      unable: "several-plans",
      "the migration plans in the Swift files at '\(path)' are plans of several models: say which of "
        + "them is meant",
      notes: try plans.map { plan in
        let name = try (plan["name"]?.text).require("name")
        return Diagnostic.Note(
          "type '\(command) --plan \(name)'",
          at: plan["location"]?.sourceLocation)
      })
  }

  private static func document(_ version: JSONValue, in path: String) throws -> SchemaDocument {
    var document = try SchemaReader.read(
      text: (version["yaml"]?.text).require("yaml"), name: path)
    document.schema.declaredPlatform = .swiftData
    return document
  }

  private static func declaresVersions(_ path: String) -> Failure {
    Failure(
      unable: "numbered-versions", "the Swift files at '\(path)' number their versions themselves",
      notes: [.init("leave '--version' out, or name the files that declare the models alone")])
  }

  private static func noModels(_ path: String) -> Failure {
    let models = ModelImporter.packages(at: [path])
    return Failure(
      unable: "no-models", "there is no '@Model' class in the Swift files at '\(path)'",
      notes: models.isEmpty
        ? [.init("a Core Data model is imported from its '.xcdatamodeld'")]
        : models.map { .init("there is a Core Data model: migrate import \($0.shellWord)") })
  }
}
