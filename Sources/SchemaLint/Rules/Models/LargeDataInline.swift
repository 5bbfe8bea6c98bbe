public import SchemaModel

/// Flags images, sounds, films and files that are kept in the database's rows.
///
/// ## Why
///
/// A row with megabytes of data slows everything that touches its table. A list of titles reads
/// past the covers. A migration that rewrites the table copies them all. A backup holds them twice,
/// and a sync sends the whole record for a changed title. With external storage, the row holds only
/// a name, and the bytes are in a file that is read when needed.
///
/// The rule looks at the end of the attribute's name and at its `doc`, for words such as image,
/// photo, cover, audio, video, recording, file. A color, a hash, a thumbnail or a bookmark of such
/// a file is small and not flagged.
///
/// ## Example
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       coverImage: data?
/// ```
///
/// ## Use instead
///
/// ```yaml
/// entities:
///   Book:
///     attributes:
///       coverImage: {type: data, optional: true, storage: external}
/// ```
///
/// ## When it is safe
///
/// Where the values stay below some hundred kilobytes. Make this fix before a release: the storage
/// is part of Core Data's version hash, so moving values out later takes a custom migration.
///
/// ## References
///
/// - https://developer.apple.com/documentation/swiftdata/schema/attribute/option/externalstorage
/// - https://www.sqlite.org/intern-v-extern-blob.html
public struct LargeDataInline: ModelRule {
  /// The rule's name.
  public static let id: RuleID = "large-data-inline"

  /// A rule without state.
  public init() {}

  /// A finding for every attribute of bytes that is inline and says that it is large.
  public func findings(in document: SchemaDocument) -> [Finding] {
    document.schema.entities.flatMap { entity in
      entity.attributes.filter { $0.isLargeAndInline }.map { attribute in
        let path = SchemaPath.property(attribute.name, of: entity.name, .attributes)
        return Finding(
          Self.id, .bloatsRows("\(entity.name).\(attribute.name)"), at: .part(path),
          notes: [.init(.keepOutside)],
          fix: Fix(.unsafe, [.set(key: "storage", value: "external", in: path)]))
      }
    }
  }
}

extension Attribute {
  fileprivate var isLargeAndInline: Bool {
    guard type == .data, storage == .inline, !isTransient, derivation == nil else { return false }
    let words = NameWords.of(name)
    let described = Set(NameWords.of(documentation ?? ""))
    guard described.union(words).isDisjoint(with: Self.smallThings) else { return false }
    let head = words.last { !Self.wordsForBytes.contains($0) }
    return head.map(Self.largeThings.contains) ?? false
      || !described.isDisjoint(with: Self.largeThings)
  }

  private static let largeThings: Set = [
    "image", "images", "photo", "photos", "picture", "pictures", "artwork", "cover", "covers",
    "screenshot", "scan", "audio", "sound", "recording", "video", "film", "movie", "file", "files",
    "pdf", "jpeg", "jpg", "png", "heic", "attachment", "attachments",
  ]

  /// Words for bytes, which follow the word for the contents in a name.
  private static let wordsForBytes: Set = [
    "data", "bytes", "blob", "binary", "raw", "content", "contents", "payload", "original", "large",
    "full",
  ]

  private static let smallThings: Set = [
    "hash", "digest", "checksum", "sha", "fingerprint", "signature", "key", "token", "bookmark",
    "thumbnail", "thumbnails", "icon", "preview", "embedding", "vector", "metadata", "identifier",
    "color", "colors", "colour", "colours", "palette", "format", "position", "state", "settings",
    "style", "size", "bounds", "ratio", "orientation", "location",
  ]
}

extension Finding.Message {
  fileprivate static func bloatsRows(_ name: String) -> Self {
    Self(
      "'\(name)' keeps large values in its rows, which every scan and rewrite then carries along")
  }

  fileprivate static var keepOutside: Self {
    Self("write 'storage: external' to keep them in files next to the store")
  }
}
