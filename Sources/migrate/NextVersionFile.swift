internal import Diagnostics
internal import Files
internal import SchemaModel

/// The file of the version that follows the newest one of a model, with its number.
///
/// Behind `V1.yaml` comes `V2.yaml`, of the next major version; others are named by their version,
/// and the next minor version follows.
struct NextVersionFile {
  /// The version.
  let version: Version
  /// Where the file is to stand, next to the newest one.
  let path: String

  /// The file that follows the newest one, of the next version or of a chosen one.
  ///
  /// - Throws: where the chosen version comes before the newest.
  init(after newest: SchemaDocument, file: String, version chosen: Version? = nil) throws {
    version = try Self.checked(
      chosen, after: newest.schema.version, isNumbered: Self.isNumbered(file))
    let name = Self.isNumbered(file) ? version.fileName : "V\(version).yaml"
    path = FilePath.join(FilePath.folder(of: file), name)
  }

  private static func checked(
    _ version: Version?, after newest: Version, isNumbered: Bool
  ) throws -> Version {
    guard let version else {
      return isNumbered ? Version(newest.major + 1) : Version(newest.major, newest.minor + 1)
    }
    guard version > newest else {
      throw Failure(
        unable: "version-order", "version \(version) does not come after the newest, \(newest)",
        notes: [
          .init("leave the number out, or write a higher one: 'migrate new \(newest.major + 1)'")
        ])
    }
    return version
  }

  /// Whether a file is named by one number.
  private static func isNumbered(_ file: String) -> Bool {
    let name = SchemaFolder.name(of: file)
    return name.first == "V" && Int(name.dropFirst().prefix { $0 != "." }) != nil
      && name.count { $0 == "." } == 1
  }
}
