internal import Diagnostics
internal import Files
internal import SchemaModel

/// The file and the number of the version that follows the newest version of a model.
///
/// `V1.yaml` is followed by `V2.yaml` with the next major version. Other files are named by their version,
/// and are followed by the next minor version.
struct NextVersionFile {
  /// The version.
  let version: Version
  /// The path of the file, next to the newest one.
  let path: String

  /// The file that follows the newest one, with the next or a chosen version.
  ///
  /// - Throws: if the chosen version comes before the newest.
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

  /// Whether the name of a file has a single number.
  private static func isNumbered(_ file: String) -> Bool {
    let name = SchemaFolder.name(of: file)
    return name.first == "V" && Int(name.dropFirst().prefix { $0 != "." }) != nil
      && name.count { $0 == "." } == 1
  }
}
