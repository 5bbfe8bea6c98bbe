internal import Diagnostics
internal import Files
internal import SchemaModel

/// The mapping models near a Core Data model: `.xcmappingmodel` packages, each for one source and one target.
///
/// Projects keep them next to the model, or in a folder next to the model's folder.
struct MappingModels {
  /// The paths by which a mapping model names its versions.
  private struct Way: Hashable {
    var source: String
    var target: String
  }

  private var ways: [Way: SourceLocation] = [:]
  private let package: String
  private let log: ImportLog

  /// Searches for the mapping models of a package.
  init(near path: String, log: ImportLog) {
    let folder = FilePath.folder(of: path.withoutTrailingSlash)
    package = path.withoutTrailingSlash.lastPathPart
    self.log = log
    var known: Set<String> = []
    for start in [folder, FilePath.join(folder, "..")] { search(start, depth: 2, &known) }
  }

  /// The migration of a mapping model between two versions; nil if there is no such mapping model.
  func migration(from source: String, to target: String) -> MigrationDeclaration? {
    let way = Way(
      source: "\(package)/\(source).xcdatamodel", target: "\(package)/\(target).xcdatamodel")
    guard let place = ways[way] else { return nil }
    log.remark(.mappingModel, of: "from '\(source)' to '\(target)'", at: place)
    return MigrationDeclaration(kind: .custom)
  }

  /// Adds remarks on mapping models of the package that name other versions than these.
  func remarkStrays(besides labels: [String]) {
    let known = Set(labels.map { "\(package)/\($0).xcdatamodel" })
    for (way, place) in ways.sorted(by: { $0.value < $1.value })
    where [way.source, way.target].contains(where: { $0.hasPrefix(package + "/") }) {
      let missing = [way.source, way.target].filter { !known.contains($0) }
      guard !missing.isEmpty else { continue }
      log.remark(
        .strayMapping, of: FilePath.folder(of: place.file),
        missing.map { "'\($0.lastPathPart)'" }.joined(separator: " and "), at: place)
    }
  }

  private static let suffix = ".xcmappingmodel"

  /// The maximum number of folders that are searched.
  ///
  /// A project has fewer folders near its model, but a model can also lie in a folder with many others.
  private static let limit = 100

  /// Searches a folder; an unreadable folder is skipped.
  private mutating func search(_ folder: String, depth: Int, _ known: inout Set<String>) {
    guard known.count < Self.limit, known.insert(folder).inserted,
      let names = try? FileSystem.names(in: folder)
    else { return }
    let mappings = names.filter { $0.hasSuffix(Self.suffix) }
    for name in mappings.sorted() { read(FilePath.join(folder, name) + "/xcmapping.xml") }
    if depth == 0 { return }
    // The names of packages and hidden folders contain a dot.
    for name in names.filter({ !$0.contains(".") }).sorted() where known.count < Self.limit {
      let path = FilePath.join(folder, name)
      if FileSystem.isFolder(path) { search(path, depth: depth - 1, &known) }
    }
  }

  private mutating func read(_ path: String) {
    do throws(DiagnosticsError) {
      let root = try MarkupReader.root(of: SourceFiles.bytes(of: path), file: path)
      for object in root.children(named: "object") {
        guard let source = object.modelPath("sourcemodelpath"),
          let target = object.modelPath("destinationmodelpath")
        else { continue }
        ways[Way(source: source, target: target)] = object.location
      }
    } catch {
      for problem in error.diagnostics {
        log.remark(.unreadMapping, of: path, problem.message, at: problem.location)
      }
    }
  }
}

extension MarkupElement {
  /// The last two components of a path to a version, without the project's own folders.
  fileprivate func modelPath(_ name: String) -> String? {
    let path = children(named: "attribute").first { $0.attribute("name")?.value == name }?.text
    return path.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
  }
}
