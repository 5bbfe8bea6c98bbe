internal import SchemaModel

extension LockFile {
  /// The version of the file format.
  static let format = 1

  /// The content of the file.
  public var text: String {
    let head = [
      "# What was released of \(schema), pinned by 'migrate lock'. A released version never changes.",
      "# Every line names its version and stands for itself, so that branches merge line by line.",
      "schema \(schema)",
      "format \(Self.format)",
    ]
    let blocks = entries.map { entry in lines(of: entry).map(\.description) }
    return ([head] + blocks).map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private func lines(of entry: Entry) -> [LockLine] {
    let released = entry.released
    var contents: [LockLine.Content] = []
    let base = entry.base.flatMap { self[$0] }
    if let base { contents.append(.after(base.version)) }
    contents.append(.definition(released.definitionDigest))
    if let digest = released.migrationDigest { contents.append(.migration(digest)) }
    if let checksum = released.checksum { contents.append(.checksum(checksum)) }
    let (old, new) = (base?.lockedParts.model ?? SchemaOutline(), released.lockedParts)
    contents += old.changes(to: new).compactMap { change in
      switch change {
      case .added(let part, let text): .part(part, text, isNew: true)
      case .changed(let part, _, let text): .part(part, text, isNew: false)
      case .removed(let part, _): .gone(part)
      case .digest: nil
      }
    }
    return contents.map { LockLine(version: released.version, content: $0) }
  }
}

// MARK: - Version hashes among the parts

extension ReleasedVersion {
  /// The parts in the file: the parts of the outline, and the version hashes.
  var lockedParts: SchemaOutline {
    get {
      var parts = outline.parts
      for (entity, hash) in versionHashes { parts[Self.hashPrefix + entity] = hash }
      return SchemaOutline(parts: parts)
    }
    set {
      let hashes = newValue.parts.filter { $0.key.hasPrefix(Self.hashPrefix) }
      outline = SchemaOutline(parts: newValue.parts.filter { hashes[$0.key] == nil })
      versionHashes = Dictionary(
        hashes.map { (String($0.key.dropFirst(Self.hashPrefix.count)), $0.value) }
      ) { first, _ in first }
    }
  }

  private static let hashPrefix = "hash "
}
