internal import Diagnostics
internal import Files
internal import SchemaModel

extension SchemaLoader {
  /// All versions in a folder; nil if they are not a history, which is reported.
  func history(inFolder folder: String) -> SchemaHistory? {
    if let problem = YAMLFiles.problem(listing: folder) {
      report(problem, at: nil)
      return nil
    }
    let names = YAMLFiles.schemaFiles(in: folder)
    let illegible = YAMLFiles.illegibleSchemaFiles(in: folder)
    for problem in illegible { report(problem, at: nil) }
    guard !names.isEmpty else {
      let isDeleted = YAMLFiles.isLocked(folder)
      if illegible.isEmpty {
        report(isDeleted ? .deletedSchemaFiles(folder) : .noSchemaFiles(folder), at: nil)
      }
      return nil
    }
    checkNumbers(names, in: folder)
    let paths = names.map { FilePath.join(folder, $0) }
    let documents = documents(files: paths)
    let files = paths.compactMap { path in
      loadedFile(path)?.file.map { (path: path, file: $0) }
    }.filter(\.file.isIdentified)
    checkNames(files.map(\.file))
    checkVersions(files.map(\.file))
    let identities = Set(paths.map(identity))
    let versions = Set(files.map(\.file.draft.version)).sorted()
    for (path, file) in files { checkBase(path, file, among: versions, in: identities) }
    checkOrder(files)
    return SchemaHistory(documents)
  }

  /// Checks that files named by whole numbers are consecutive: `V1.yaml` and `V3.yaml` lack a file.
  private func checkNumbers(_ names: [String], in folder: String) {
    let numbered = names.compactMap { name in
      Self.number(of: name).map { (number: $0, name: name) }
    }.sorted { $0 < $1 }
    for (before, after) in zip(numbered, numbered.dropFirst())
    where after.number > before.number + 1 {
      let missing = "V\(before.number + 1).yaml"
      report(
        .missingVersionFile(missing, before: before.name, after: after.name),
        at: SourceLocation(file: FilePath.join(folder, after.name), line: 1, column: 1))
    }
  }

  private static func number(of name: String) -> Int? {
    let stem = name.prefix { $0 != "." }
    guard name.dropFirst(stem.count).dropFirst() != "", stem.first == "V",
      [".yaml", ".yml"].contains(name.dropFirst(stem.count).lowercased())
    else { return nil }
    return PlainNumber.integer(String(stem.dropFirst())).map { Int($0) }
  }

  private func checkNames(_ files: [SchemaFile]) {
    guard let first = files.first else { return }
    for file in files.dropFirst() where file.name.text != first.name.text {
      report(
        .otherName(file.name.text, expected: first.name.text, other: first.name.location),
        at: file.name.location)
    }
  }

  private func checkVersions(_ files: [SchemaFile]) {
    var first: [Version: SourceLocation] = [:]
    let free = Version((files.map(\.draft.version.major).max() ?? 0) + 1)
    for file in files {
      let version = file.draft.version
      if let other = first[version] {
        report(
          .sameVersion(version.description, other: other, free: free.description),
          at: file.versionLocation)
      } else {
        first[version] = file.versionLocation
      }
    }
  }

  /// Checks that files named by whole numbers have versions in the same order; otherwise `extends` cannot be
  /// right.
  private func checkOrder(_ files: [(path: String, file: SchemaFile)]) {
    let numbered = files.compactMap { path, file in
      Self.number(of: FilePath.name(of: path)).map { (number: $0, path: path, file: file) }
    }.sorted { $0.file.draft.version < $1.file.draft.version }
    let swapped = zip(numbered, numbered.dropFirst()).filter { $1.number < $0.number }
    guard !swapped.isEmpty, forgetBases(ofFiles: files.map(\.path)) else { return }
    let newest = files.map(\.file.draft.version.major).max() ?? 0
    for (before, after) in swapped {
      report(
        .versionOrder(
          FilePath.name(of: before.path), before.file.draft.version,
          after: FilePath.name(of: after.path), after.file.draft.version, free: Version(newest + 1)),
        at: before.file.versionLocation)
    }
  }

  /// Checks that a file extends the directly preceding version of its folder.
  private func checkBase(
    _ path: String, _ file: SchemaFile, among versions: [Version], in identities: Set<String>
  ) {
    guard let reference = file.base, let basePath = loadedFile(path)?.base,
      let base = loadedFile(basePath)?.file, base.isIdentified
    else { return }
    guard identities.contains(identity(of: basePath)) else {
      report(.foreignBase(reference.text), at: reference.location)
      return
    }
    let (older, newer) = (base.draft.version, file.draft.version)
    guard let between = versions.first(where: { older < $0 && $0 < newer }) else { return }
    report(
      .skippedVersion(
        between.description, base: older.description, version: newer.description),
      at: reference.location)
  }
}

extension SchemaFile {
  /// The place of the version.
  var versionLocation: SourceLocation {
    draft.places.first { $0.keys == ["version"] }?.location ?? name.location
  }
}
