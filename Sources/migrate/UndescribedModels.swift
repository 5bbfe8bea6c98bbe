internal import Diagnostics
internal import Files
internal import SchemaExchange
internal import SchemaYAML

/// The models in a project without schema files, each with the command that describes it.
struct UndescribedModels {
  /// A source for `migrate import`.
  struct Source {
    var path: String
    /// The source in words: `the Core Data model`.
    var words: String
    /// Whether the source is part of the app's project, and not a store.
    var isOfProject = false
  }

  /// The sources, the most informative kind first.
  let sources: [Source]
  /// The folders of schema files.
  let schemaFolders: [String]

  /// Searches the working directory.
  init() {
    var search = ModelSearch()
    search.look(through: ".", depth: 0)
    func sources(
      _ paths: some Sequence<String>, _ words: String, isOfProject: Bool = false
    ) -> [Source] {
      paths.sorted().map { Source(path: $0, words: words, isOfProject: isOfProject) }
    }
    schemaFolders =
      search.schemaFolders.isEmpty ? Self.schemaFoldersAbove : search.schemaFolders.sorted()
    let models = sources(search.coreDataModels, "the Core Data model", isOfProject: true)
    self.sources =
      (models.isEmpty ? sources(search.compiledModels, "the compiled model") : models)
      + sources(search.appSources, "the models in Swift source", isOfProject: true)
      + sources(search.roomFolders, "what Room exported")
      + sources(search.stores, "the store of Core Data or SwiftData")
      + sources(search.databases, "the SQLite database")
  }

  /// The top-level folders with SwiftData classes below a folder, or top-level files, without tests.
  static func swiftSources(in root: String) -> [String] {
    var search = ModelSearch(root: root)
    search.look(through: root, depth: 0)
    return search.appSources
  }

  /// The Core Data models below a folder.
  static func coreDataModels(in root: String) -> [String] {
    var search = ModelSearch(root: root)
    search.look(through: root, depth: 0)
    return search.coreDataModels.sorted()
  }

  /// The Swift files below a folder that declare SwiftData classes with these names, each with its names.
  static func swiftFiles(
    declaring names: [String], in root: String
  ) -> [(path: String, names: [String])] {
    var search = ModelSearch(root: root, names: names)
    search.look(through: root, depth: 0)
    return search.declarations.sorted { $0.path < $1.path }
  }

  /// The folder with schema files in the nearest folder above that has one.
  private static var schemaFoldersAbove: [String] {
    guard let folder = Configuration.nearestFile(named: Configuration.defaultSchemas),
      folder != Configuration.defaultSchemas,
      (try? SchemaReader.systems(inDirectory: folder)) != nil
    else { return [] }
    return [folder]
  }

  /// Notes with the commands to type; empty if nothing was found.
  var notes: [Diagnostic.Note] { Self.notes(on: sources) }

  /// Notes on the folders with schema files, with the settings to write.
  var notesOnSchemas: [Diagnostic.Note] {
    guard let first = schemaFolders.first else { return [] }
    let setting = schemaFolders.count == 1 ? ", or write 'schemas: \(first)' in migrate.yml" : ""
    return [
      .init(
        "schema files are in \(schemaFolders.quotedExcerpt): add '--schemas \(first)'\(setting)")
    ]
  }

  /// Notes on the sources in the app's project.
  var notesOnProject: [Diagnostic.Note] { Self.notes(on: sources.filter(\.isOfProject)) }

  private static func notes(on sources: [Source]) -> [Diagnostic.Note] {
    let shown = sources.prefix(Self.patience).map { source in
      Diagnostic.Note(
        "'migrate import \(source.path.shellWord)' makes schema files of \(source.words)")
    }
    let rest = sources.count - shown.count
    return rest > 0 ? shown + [.init("and \(rest) more that can be imported")] : shown
  }

  /// The largest number of notes.
  private static let patience = 4
}

extension [Diagnostic] {
  /// The problems; if schema files are missing, with notes on the models that could have some.
  var offeringModels: [Diagnostic] {
    guard contains(where: \.isAboutMissingSchemas) else { return self }
    let models = UndescribedModels()
    let notes = models.notesOnSchemas + models.notes
    guard !notes.isEmpty else { return self }
    return map { problem in
      guard problem.isAboutMissingSchemas else { return problem }
      var problem = problem
      problem.notes = notes + [.init("'migrate init NAME' begins a model by hand")]
      return problem
    }
  }
}

extension [Diagnostic] {
  /// The problems of named paths; if nothing exists there, with notes on Swift and schema files elsewhere.
  var offeringSwift: [Diagnostic] {
    guard contains(where: \.isAboutMissingSchemas) else { return self }
    let folders = UndescribedModels().schemaFolders.filter { $0 != "." }
    let schemas = folders.isEmpty ? nil : folders.map(\.shellWord).joined(separator: " ")
    return map { problem in
      guard problem.isAboutMissingSchemas else { return problem }
      var problem = problem
      let elsewhere =
        (schemas.map { [.init("schema files are elsewhere: migrate lint \($0)")] } ?? [])
        + SwiftPaths.notesElsewhere
      problem.notes =
        (problem.code == "no-schema-files" ? [.init("it has no Swift files either")] : [])
        + (elsewhere.isEmpty ? problem.notes : elsewhere)
      return problem
    }
  }

  /// The problems; if schema files are missing, with notes on the models in the app's own project.
  var offeringSource: [Diagnostic] {
    guard contains(where: { $0.isAboutMissingSchemas && !$0.hasOffer }) else { return self }
    let models = UndescribedModels()
    let areAbove = models.schemaFolders.first?.hasPrefix("../") ?? false
    let notes = (areAbove ? models.notesOnSchemas : []) + models.notesOnProject
    return map { problem in
      guard problem.isAboutMissingSchemas, !problem.hasOffer else { return problem }
      var problem = problem
      problem.notes = notes + problem.notes
      return problem
    }
  }
}

extension Diagnostic {
  /// Whether the problem names schema files, or something that can be imported.
  fileprivate var hasOffer: Bool {
    notes.contains {
      $0.message.contains("makes schema files of") || $0.message.hasPrefix("schema files are")
    }
  }

  fileprivate var isAboutMissingSchemas: Bool {
    location == nil && ["missing-folder", "no-schema-files"].contains(self.code)
      && !message.contains("did you mean")
  }
}

/// A search of a folder with a limit on the number of files, because the result is only a hint.
private struct ModelSearch {
  /// The folder where the search begins.
  let root: String
  private(set) var coreDataModels: [String] = []
  private(set) var compiledModels: [String] = []
  /// The top-level folders with SwiftData classes, or top-level files.
  private var sourceFolders: Set<String> = []
  private(set) var roomFolders: Set<String> = []
  private(set) var schemaFolders: Set<String> = []
  private(set) var stores: [String] = []
  private(set) var databases: [String] = []
  /// The classes to look for, in place of any class.
  private let names: [String]
  /// The files outside tests that declare them.
  private(set) var declarations: [(path: String, names: [String])] = []
  private var fileCount = 0

  /// The folders and source files that are not tests, in order.
  var appSources: [String] {
    sourceFolders.filter { !$0.lowercased().hasSuffix("tests") }.sorted()
  }

  init(root: String = ".", names: [String] = []) { (self.root, self.names) = (root, names) }

  private static let foreign: Set = ["Pods", "Carthage", "DerivedData", "node_modules", "build"]
  private static let depthLimit = 8
  private static let fileLimit = 20_000

  mutating func look(through folder: String, depth: Int) {
    guard let listing = try? FileSystem.listing(of: folder) else { return }
    for name in listing.names where !name.hasPrefix(".") && fileCount < Self.fileLimit {
      let path = FilePath.join(folder == "." ? "" : folder, name)
      fileCount += 1
      switch FileStatus(path: path, followingLinks: false)?.kind {
      case .directory where name.hasSuffix(".xcdatamodeld"): coreDataModels.append(path)
      case .directory where name.hasSuffix(".momd"): compiledModels.append(path)
      case .directory where depth < Self.depthLimit && !Self.foreign.contains(name):
        look(through: path, depth: depth + 1)
      case .file: look(at: path, name, in: folder)
      case .directory, .pipe, .other, nil: break
      }
    }
  }

  private mutating func look(at path: String, _ name: String, in folder: String) {
    if name.hasSuffix(".swift") {
      let below = root == "." ? path[...] : path.dropFirst(root.count + 1)
      let top = below.split(separator: "/").first.map(String.init) ?? path
      guard !names.isEmpty || !sourceFolders.contains(top), let text = Self.textWithModels(path)
      else { return }
      sourceFolders.insert(top)
      let declared = names.filter { text.declares(class: $0) }
      let isTest = below.lowercased().split(separator: "/").contains { $0.hasSuffix("tests") }
      if !declared.isEmpty, !isTest { declarations.append((path, declared)) }
    } else if SchemaReader.isSchemaFile(named: name), SchemaReader.describesModel(path) {
      schemaFolders.insert(folder)
    } else if name == "1.json", folder != ".", isForm(.roomSchemas, folder) {
      roomFolders.insert(folder)
    } else if [".store", ".sqlite", ".sqlite3", ".db"].contains(where: name.hasSuffix) {
      if isForm(.coreDataStore, path) {
        stores.append(path)
      } else if isForm(.database, path) {
        databases.append(path)
      }
    }
  }

  private func isForm(_ form: ModelSource.Form, _ path: String) -> Bool {
    (try? ModelSource.form(of: path)) == form
  }

  /// The text of a file with SwiftData classes; nil for other files.
  private static func textWithModels(_ file: String) -> String? {
    // A file that cannot be read gives no hint.
    guard let bytes = try? FileSystem.contents(of: file, upTo: FileSystem.textLimit) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("@Model") && text.contains("import SwiftData") ? text : nil
  }
}

extension String {
  /// Whether a line of Swift code begins the declaration of a class.
  fileprivate func declares(class name: String) -> Bool {
    ranges(of: "class \(name)").contains { range in
      let next = self[range.upperBound...].first
      return next.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? false
    }
  }
}
