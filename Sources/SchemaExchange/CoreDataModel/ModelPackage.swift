internal import Diagnostics
internal import Files

/// The files of a Core Data model's versions.
struct ModelPackage {
  /// A version: a folder `<label>.xcdatamodel` with a file `contents`.
  struct Version {
    /// The folder's name without its suffix.
    var label: String
    /// The path of the file `contents`.
    var contents: String
    /// The problem with the file `contents`; nil if the file exists.
    var problem: ImportProblem?
  }

  /// The package's name without its suffix.
  var name: String
  /// The versions, in the order of their labels.
  var versions: [Version]
  /// The label of the current version, if the package declares one.
  var current: String?

  private static let packageSuffix = ".xcdatamodeld"
  private static let versionSuffix = ".xcdatamodel"

  /// Whether a path leads to a package, to a version in a package, or to the contents of a version.
  static func isPackage(_ path: String) -> Bool {
    let name = path.withoutTrailingSlash.lastPathPart
    return name.hasSuffix(packageSuffix) || name.hasSuffix(versionSuffix) || name == "contents"
  }

  /// The packages at some paths and in the folders among them; a version in a package stands for it.
  static func packages(at paths: [String]) -> [String] {
    let versions = FileSearch(endingIn: "contents", at: paths).files.map(FilePath.folder)
      .filter { $0.hasSuffix(versionSuffix) }
    let packages = versions.map { version in
      let folder = FilePath.folder(of: version)
      return folder.hasSuffix(packageSuffix) ? folder : version
    }
    return Set(packages).sorted(by: NaturalOrder.precedes)
  }

  /// The names of all versions in a package; nil if the path leads to no package.
  static func labels(inPackage path: String) -> [String]? {
    let path = path.withoutTrailingSlash
    guard path.hasSuffix(packageSuffix), let names = try? SourceFiles.names(in: path) else {
      return nil
    }
    return names.filter { $0.hasSuffix(versionSuffix) }.map { $0.withoutSuffix(versionSuffix) }
  }

  /// Finds the versions at a path: all versions of a package, or a single version.
  init(path: String, log: ImportLog) throws(DiagnosticsError) {
    let path = path.withoutTrailingSlash
    guard let kind = SourceFiles.kind(of: path) else {
      throw DiagnosticsError([ImportProblem.missing(path).diagnostic(at: nil)])
    }
    if kind == .file {
      let folder = path.withoutSuffix("/contents")
      let label = folder == path ? path.lastPathPart : folder.lastPathPart
      self.init(version: .init(label: label.withoutSuffix(Self.versionSuffix), contents: path))
    } else if path.hasSuffix(Self.versionSuffix) {
      self.init(name: path.lastPathPart.withoutSuffix(Self.versionSuffix), versions: [])
      addVersion(path)
    } else {
      self.init(name: path.lastPathPart.withoutSuffix(Self.packageSuffix), versions: [])
      try addVersions(of: path, log)
    }
  }

  private init(name: String, versions: [Version]) {
    self.name = name
    self.versions = versions
  }

  private init(version: Version) {
    self.init(name: version.label, versions: [version])
  }

  private mutating func addVersions(of path: String, _ log: ImportLog) throws(DiagnosticsError) {
    let names = try SourceFiles.names(in: path)
    let folders = (Self.labels(inPackage: path) ?? []).inOrder(ofVersionsOf: name)
    for label in folders { addVersion("\(path)/\(label)\(Self.versionSuffix)") }
    if folders.isEmpty { log.report(.noVersions(path), at: nil) }
    guard names.contains(".xccurrentversion") else { return }
    try readCurrentVersion("\(path)/.xccurrentversion", among: folders, log)
  }

  private mutating func addVersion(_ path: String) {
    let label = path.lastPathPart.withoutSuffix(Self.versionSuffix)
    var version = Version(label: label, contents: path + "/contents")
    if SourceFiles.kind(of: version.contents) != .file {
      let isOld =
        SourceFiles.kind(of: path) == .file || SourceFiles.kind(of: path + "/elements") != nil
      version.problem = isOld ? .oldBinaryModel(path) : .noContents(path)
    }
    versions.append(version)
  }

  /// Reads the current version from a property list with the single key `_XCCurrentVersionName`.
  private mutating func readCurrentVersion(
    _ path: String, among labels: [String], _ log: ImportLog
  ) throws(DiagnosticsError) {
    let root = try MarkupReader.root(of: SourceFiles.bytes(of: path), file: path)
    guard let dictionary = root.child("dict"),
      let key = dictionary.children.firstIndex(where: { $0.text == "_XCCurrentVersionName" }),
      key + 1 < dictionary.children.count
    else { return }
    let value = dictionary.children[key + 1]
    let label = value.text.withoutSuffix(Self.versionSuffix)
    if labels.contains(label) {
      current = label
    } else {
      let names = labels.map { "'\($0)'" }.joined(separator: ", ")
      log.report(
        .unknownCurrentVersion(value.text, package: name), at: value.location,
        notes: [.init("its versions are \(names)")])
    }
  }
}
