internal import Digests
public import SchemaModel

/// Writes the Swift file with which an app opens a store: it looks at the version of the store, keeps a
/// copy during a migration, and puts it back where the migration fails.
///
/// ```swift
/// LaunchGuard.source(of: history.versions)
/// // enum LibraryLaunchGuard { static let versions: [Version] = […] … }
/// ```
public enum LaunchGuard {
  /// The mark before the name of the model and the digest, in the header of the file.
  private static let mark = "// migrate:launch-guard "

  /// The line of the header that names the versions from which a file is made.
  public static func stamp(of documents: [SchemaDocument]) -> String {
    var digest = Digest(.sha256)
    for document in documents {
      let facts = [
        "\(document.schema.version)", document.schema.definitionDigest,
        document.migration?.digest ?? "none", document.schema.platform.rawValue,
      ]
      digest.update(utf8: facts.joined(separator: " ") + "\n")
    }
    let model = documents.last?.schema.name ?? ""
    return "\(mark)\(model) sha256:\(digest.finalize().hexadecimal)"
  }

  /// The line of the header of a file; nil for a file that is no launch guard.
  public static func stamp(in source: String) -> String? {
    source.split(separator: "\n").first { $0.hasPrefix(mark) }.map(String.init)
  }

  /// The model that a line of the header names.
  public static func model(inStamp stamp: String) -> String {
    stamp.dropFirst(mark.count).split(separator: " ").dropLast().joined(separator: " ")
  }

  /// The source for all versions of a model, in ascending order.
  ///
  /// - Throws: the reason why a version hash is not known.
  public static func source(
    of documents: [SchemaDocument]
  ) throws(FingerprintObstacle) -> (text: String, remarks: [ExportRemark]) {
    var writer = LaunchGuardWriter(documents)
    let text = try writer.text()
    return (text, writer.remarks)
  }
}
