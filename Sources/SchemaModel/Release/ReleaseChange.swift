/// A difference between a version and its released form.
public enum ReleaseChange: Hashable, Sendable {
  /// A part that does not exist in the release.
  case added(part: String, text: String)
  /// A released part that was removed.
  case removed(part: String, text: String)
  /// A part that differs from the released one.
  case changed(part: String, from: String, to: String)
  /// A digest differs, but no part of the outline does.
  case digest(released: String, now: String)

  /// The part's name; nil if it is not known.
  public var part: String? {
    switch self {
    case .added(let part, _), .removed(let part, _), .changed(let part, _, _): part
    case .digest: nil
    }
  }
}

extension ReleaseChange: Comparable {
  /// Orders by the part's name.
  public static func < (left: Self, right: Self) -> Bool { (left.part ?? "") < (right.part ?? "") }
}

extension ReleaseChange: CustomStringConvertible {
  /// The change in words: `attribute 'Book.year' is new: int?`.
  public var description: String {
    switch self {
    case .added(let part, let text):
      "\(Self.words(part)) is new" + (text.isEmpty ? "" : ": \(text)")
    case .removed(let part, let text):
      "\(Self.words(part)) is removed" + (text.isEmpty ? "" : ": \(text)")
    case .changed(let part, let old, let new):
      "\(Self.words(part)) was \(Self.words(text: old)) and is \(Self.words(text: new))"
    case .digest(let released, let now):
      "the digest was \(released.prefix(12)) and is \(now.prefix(12))"
    }
  }

  /// A part with its name in quotes: `attribute 'Book.year'`.
  private static func words(_ part: String) -> String {
    let words = part.split(separator: " ", maxSplits: 1)
    return words.count == 2 ? "\(words[0]) '\(words[1])'" : part
  }

  private static func words(text: String) -> String { text.isEmpty ? "plain" : "'\(text)'" }
}

extension ReleasedVersion {
  /// The differences between the released version and a document, sorted; empty if none exists.
  public func changes(to document: SchemaDocument) -> [ReleaseChange] {
    let digests = otherDigests(than: document)
    let changes = outline.changes(to: SchemaOutline(of: document))
    if digests.isEmpty { return changes + otherHashes(than: document) }
    // The parts of an added or removed entity are not reported themselves.
    let wholes = Set(
      changes.compactMap { change -> String? in
        if case .changed = change { nil } else { change.part }
      })
    return changes.isEmpty
      ? digests.map { .digest(released: $0.0, now: $0.1) }
      : changes.filter { change in
        let words = (change.part ?? "").split(separator: " ", maxSplits: 1)
        let owner = words.last?.prefix { $0 != "." && $0 != " " } ?? ""
        return words.first == "entity" || !wholes.contains("entity \(owner)")
      }
  }

  /// Whether the document has the released digests, regardless of other entries in the lock.
  func hasDigests(of document: SchemaDocument) -> Bool { otherDigests(than: document).isEmpty }

  private func otherDigests(than document: SchemaDocument) -> [(String, String)] {
    [
      (definitionDigest, document.schema.definitionDigest),
      (migrationDigest ?? "none", document.migration?.digest ?? "none"),
    ].filter { $0.0 != $0.1 }
  }

  /// The pinned version hashes that differ from the document's.
  private func otherHashes(than document: SchemaDocument) -> [ReleaseChange] {
    let now = document.schema.versionHashes()
    return versionHashes.sorted { $0.key < $1.key }.compactMap { entity, old in
      guard let hash = now[entity]?.value?.hexadecimal, hash != old else { return nil }
      return .changed(part: "hash \(entity)", from: old, to: hash)
    }
  }

  /// The platform's behaviour with stores of this version, if the document were shipped in its place.
  public func consequence(of document: SchemaDocument) -> Consequence {
    let now = document.schema.versionHashes().compactMapValues { $0.value?.hexadecimal }
    let entities = Set(document.schema.entities.map(\.name))
    let isOther = now.contains { entity, hash in versionHashes[entity].map { $0 != hash } ?? false }
    if isOther || entities != self.entities || hasOtherProperties(document) { return .unrecognised }
    return now.count == entities.count && versionHashes == now ? .unnoticed : .untold
  }

  /// Whether properties were added or removed, which also changes a hash that cannot be computed.
  ///
  /// Transient properties are not hashed.
  private func hasOtherProperties(_ document: SchemaDocument) -> Bool {
    outline.changes(to: SchemaOutline(of: document)).contains { change in
      switch change {
      case .added(let part, let text), .removed(let part, let text):
        ["attribute ", "relationship "].contains { part.hasPrefix($0) }
          && !text.split(separator: " ").contains("transient")
      case .changed, .digest: false
      }
    }
  }

  /// The names of the released entities.
  private var entities: Set<String> {
    Set(outline.parts.keys.filter { $0.hasPrefix("entity ") }.map { String($0.dropFirst(7)) })
  }

  /// The meaning of an edited version for the stores in the field.
  public enum Consequence: Hashable, Sendable {
    /// No version has the version hashes of these stores any more.
    case unrecognised
    /// The version hashes are unchanged, so these stores are never migrated to the edited version.
    case unnoticed
    /// The version hashes cannot be computed.
    case untold
  }
}

extension SchemaOutline {
  /// The differences between this outline and another one, sorted.
  public func changes(to other: SchemaOutline) -> [ReleaseChange] {
    let names = Set(parts.keys).union(other.parts.keys)
    return names.compactMap { name -> ReleaseChange? in
      switch (parts[name], other.parts[name]) {
      case (let old?, let new?): old == new ? nil : .changed(part: name, from: old, to: new)
      case (let old?, nil): .removed(part: name, text: old)
      case (nil, let new?): .added(part: name, text: new)
      case (nil, nil): nil
      }
    }.sorted()
  }
}
