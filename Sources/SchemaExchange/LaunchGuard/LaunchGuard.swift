internal import Digests
public import SchemaModel

/// Writes the Swift file with which an app opens a store.
///
/// The file checks the version of the store, keeps a copy during a migration, and restores the copy if the
/// migration fails.
///
/// ```swift
/// LaunchGuard.source(of: history.versions)
/// // enum LibraryLaunchGuard { static let versions: [Version] = […] … }
/// ```
public enum LaunchGuard {
  /// The marker before the model's name and the digest in the header of the file.
  private static let mark = "// migrate:launch-guard "

  /// The line of the header that identifies the versions from which a file is generated.
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

  /// The identifying line in the header of a file; nil if the file is not a launch guard.
  public static func stamp(in source: String) -> String? {
    source.split(separator: "\n").first { $0.hasPrefix(mark) }.map(String.init)
  }

  /// The model's name in an identifying line.
  public static func model(inStamp stamp: String) -> String {
    stamp.dropFirst(mark.count).split(separator: " ").dropLast().joined(separator: " ")
  }

  /// The source for all versions of a model, in ascending order.
  ///
  /// - Throws: The reason why a version hash is unknown.
  public static func source(
    of documents: [SchemaDocument]
  ) throws(FingerprintObstacle) -> (text: String, remarks: [ExportRemark]) {
    var writer = LaunchGuardWriter(documents)
    let text = try writer.text()
    return (text, writer.remarks)
  }
}
