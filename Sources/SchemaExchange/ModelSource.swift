public import Diagnostics
internal import Files
internal import SQLite
internal import SchemaModel

/// Imports models from whatever a path leads to: the one entry for all forms that are known.
///
/// ```swift
/// try ModelSource.history(of: "App/Model.xcdatamodeld") // a Core Data model, all its versions
/// try ModelSource.history(of: "app/schemas/com.example.AppDatabase") // a history of Room
/// try ModelSource.history(of: "chinook.db") // the tables of a database
/// ```
public enum ModelSource {
  /// The forms that are known.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A package `.xcdatamodeld`, or one version of it.
    case coreDataModel = "core-data-model"
    /// A folder `.momd`, or a file `.mom`.
    case compiledModel = "compiled-model"
    /// A store that Core Data or SwiftData wrote.
    case coreDataStore = "core-data-store"
    /// A folder of schemas that Room exported, or one of them.
    case roomSchemas = "room-schemas"
    /// Any other SQLite database.
    case database
  }

  /// Reads all versions of the model at a path.
  ///
  /// - Throws: every problem, or that nothing there can be imported.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    switch try form(of: path) {
    case .coreDataModel: try ModelImporter.history(of: path)
    case .compiledModel: try CompiledModelImporter.history(of: path)
    case .coreDataStore: try CoreDataStore.read(path: path).history(named: baseName(of: path))
    case .roomSchemas: try RoomImporter.history(of: path)
    case .database: try DatabaseImporter.history(of: path)
    }
  }

  /// What a path leads to, known by its name and, of files, by how they begin.
  ///
  /// - Throws: that there is nothing, or nothing that is known.
  public static func form(of path: String) throws(DiagnosticsError) -> Form {
    let path = path.withoutTrailingSlash
    guard let kind = SourceFiles.kind(of: path) else {
      throw DiagnosticsError([ImportProblem.missing(path).diagnostic(at: nil)])
    }
    if ModelPackage.isPackage(path) { return .coreDataModel }
    if path.hasSuffix(".momd") || path.hasSuffix(".mom") { return .compiledModel }
    let isRoom = try RoomImporter.isSource(path)
    if isRoom { return .roomSchemas }
    guard kind == .file, isDatabase(path) else { throw unknown(path, kind) }
    return try formOfDatabase(path)
  }

  private static func isDatabase(_ path: String) -> Bool {
    // What cannot be read is no database, and is reported as a source of no known form.
    (try? StoreFile.isDatabase(path)) == true
  }

  private static func formOfDatabase(_ path: String) throws(DiagnosticsError) -> Form {
    do throws(StoreOpenError) {
      let connection = try StoreFile.open(path: path, for: .reading)
      do throws(SQLiteError) {
        return try connection.isOfPlatform() ? .coreDataStore : .database
      } catch {
        throw StoreOpenError(error, path: path)
      }
    } catch {
      throw DiagnosticsError([Diagnostic(code: error.code, error.message)])
    }
  }

  /// A path that leads to something else, with what there is in a folder that is known.
  private static func unknown(_ path: String, _ kind: SourceFiles.Kind) -> DiagnosticsError {
    // The names are only a hint.
    let names = kind == .folder ? (try? SourceFiles.names(in: path)) ?? [] : []
    let known = names.filter { $0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".momd") }
    let notes = known.isEmpty ? [forms] : known.map { .init("did you mean '\(path)/\($0)'?") }
    return DiagnosticsError([
      ImportProblem.unknownSource(path).diagnostic(at: nil, notes: notes)
    ])
  }

  private static let forms = Diagnostic.Note(
    "what can be: Swift files with '@Model' classes or a folder of them, an .xcdatamodeld or .momd, a "
      + "folder of Room's schemas, an SQLite database")

  /// The name of a file without its ending.
  static func baseName(of path: String) -> String {
    let name = path.lastPathPart
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension CoreDataStore {
  /// The model in the store as a history of one version.
  fileprivate func history(named name: String) throws(DiagnosticsError) -> ImportedHistory {
    guard modelProblems.isEmpty else { throw DiagnosticsError(modelProblems) }
    guard var schema = model else {
      throw DiagnosticsError([ImportProblem.noModelCache(name).diagnostic(at: nil)])
    }
    let problems = schema.validate()
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    schema.name = name
    return ImportedHistory(
      name: name, versions: [SchemaDocument(schema: schema)],
      labels: [schema.documentation ?? ""], current: schema.version, remarks: remarks)
  }
}
