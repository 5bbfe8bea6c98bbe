internal import Diagnostics
internal import Files
internal import SchemaModel

/// The mapping models near a Core Data model: `.xcmappingmodel` packages, each for one version to
/// another.
///
/// Projects keep them next to the model, or in a folder next to the model's own.
struct MappingModels {
  /// A mapping model names its versions by their paths.
  private struct Way: Hashable {
    var source: String
    var target: String
  }

  private var ways: [Way: SourceLocation] = [:]
  private let package: String
  private let log: ImportLog

  /// Looks for those of a package.
  init(near path: String, log: ImportLog) {
    let folder = FilePath.folder(of: path.withoutTrailingSlash)
    package = path.withoutTrailingSlash.lastPathPart
    self.log = log
    var known: Set<String> = []
    for start in [folder, FilePath.join(folder, "..")] { search(start, depth: 2, &known) }
  }

  /// The migration that a mapping model between two versions stands for; nil without such a model.
  func migration(from source: String, to target: String) -> MigrationDeclaration? {
    let way = Way(
      source: "\(package)/\(source).xcdatamodel", target: "\(package)/\(target).xcdatamodel")
    guard let place = ways[way] else { return nil }
    log.remark(.mappingModel, of: "from '\(source)' to '\(target)'", at: place)
    return MigrationDeclaration(kind: .custom)
  }

  /// Remarks on those of the package that name a version other than these.
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

  /// How many folders are looked into: a project has fewer so near to its model, and a model may lie in
  /// a folder of much else.
  private static let limit = 100

  /// A folder that cannot be looked into has none to be seen.
  private mutating func search(_ folder: String, depth: Int, _ known: inout Set<String>) {
    guard known.count < Self.limit, known.insert(folder).inserted,
      let names = try? FileSystem.names(in: folder)
    else { return }
    let mappings = names.filter { $0.hasSuffix(Self.suffix) }
    for name in mappings.sorted() { read(FilePath.join(folder, name) + "/xcmapping.xml") }
    if depth == 0 { return }
    // Packages and hidden folders have a dot in their names.
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
  /// The last two parts of a path to a version, of which the rest is the project's own.
  fileprivate func modelPath(_ name: String) -> String? {
    let path = children(named: "attribute").first { $0.attribute("name")?.value == name }?.text
    return path.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
  }
}
