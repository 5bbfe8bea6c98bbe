public import Diagnostics
internal import Files
internal import SQLite
internal import SchemaModel

/// Imports models of all known forms from a path.
///
/// ```swift
/// try ModelSource.history(of: "App/Model.xcdatamodeld") // a Core Data model, all its versions
/// try ModelSource.history(of: "app/schemas/com.example.AppDatabase") // a history of Room
/// try ModelSource.history(of: "chinook.db") // the tables of a database
/// ```
public enum ModelSource {
  /// The known forms of models.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A package `.xcdatamodeld`, or a single version in a package.
    case coreDataModel = "core-data-model"
    /// A folder `.momd`, or a file `.mom`.
    case compiledModel = "compiled-model"
    /// A store that Core Data or SwiftData wrote.
    case coreDataStore = "core-data-store"
    /// A folder of schemas that Room exported, or a single one of them.
    case roomSchemas = "room-schemas"
    /// Any other SQLite database.
    case database
  }

  /// Reads all versions of the model at a path.
  ///
  /// - Throws: All problems, or that the path contains nothing that can be imported.
  public static func history(of path: String) throws(DiagnosticsError) -> ImportedHistory {
    switch try form(of: path) {
    case .coreDataModel: try ModelImporter.history(of: path)
    case .compiledModel: try CompiledModelImporter.history(of: path)
    case .coreDataStore: try CoreDataStore.read(path: path).history(named: baseName(of: path))
    case .roomSchemas: try RoomImporter.history(of: path)
    case .database: try DatabaseImporter.history(of: path)
    }
  }

  /// The form of the model at a path, detected by its name and, for files, by their first bytes.
  ///
  /// - Throws: A problem if the path does not exist, or is not of a known form.
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
    // An unreadable file is not considered a database, and is reported as an unknown source.
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

  /// The error for an unknown path, with suggestions from the folder.
  private static func unknown(_ path: String, _ kind: SourceFiles.Kind) -> DiagnosticsError {
    // The names are used only for suggestions.
    let names = kind == .folder ? (try? SourceFiles.names(in: path)) ?? [] : []
    let known =
      names.filter { $0.hasSuffix(".momd") }.map { "\(path)/\($0)" }
      + ModelPackage.packages(at: kind == .folder ? [path] : [])
    let notes = known.isEmpty ? [forms] : known.map { .init("did you mean '\($0)'?") }
    return DiagnosticsError([
      ImportProblem.unknownSource(path).diagnostic(at: nil, notes: notes)
    ])
  }

  private static let forms = Diagnostic.Note(
    "what can be: Swift files with '@Model' classes or a folder of them, an .xcdatamodeld or .momd, a "
      + "folder of Room's schemas, an SQLite database")

  /// The name of a file without its extension.
  static func baseName(of path: String) -> String {
    let name = path.lastPathPart
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension CoreDataStore {
  /// The model of the store as a history of one version.
  fileprivate func history(named name: String) throws(DiagnosticsError) -> ImportedHistory {
    guard modelProblems.isEmpty else { throw DiagnosticsError(modelProblems) }
    guard var schema = model else {
      throw DiagnosticsError([ImportProblem.noModelCache(name).diagnostic(at: nil)])
    }
    guard metadata.isMade(by: schema) != false else {
      throw DiagnosticsError([ImportProblem.otherModelCache(name).diagnostic(at: nil)])
    }
    let problems = schema.validate()
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    schema.name = name
    return ImportedHistory(
      name: name, versions: [SchemaDocument(schema: schema)],
      labels: [schema.documentation ?? ""], current: schema.version, remarks: remarks)
  }
}
