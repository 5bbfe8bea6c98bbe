internal import Files
internal import SQLite
internal import SchemaModel
internal import StoreLayout

/// Files that an app keeps in a folder of its own, and that objects name by their paths.
///
/// ```swift
/// var options = VerificationOptions()
/// options.ownedFiles = OwnedFiles(folder: "Documents")
/// ```
public struct OwnedFiles: Hashable, Sendable {
  /// The folder that the paths begin at.
  public var folder: String
  /// Attributes whose values are such paths, besides those that the store's own model declares so.
  public var properties: [PropertyName]

  /// The files of a folder.
  public init(folder: String, properties: [PropertyName] = []) {
    self.folder = folder
    self.properties = properties
  }
}

/// Compares the paths that objects hold with the files of the app's folder.
struct OwnedFileCheck {
  let connection: Connection
  let layout: StoreLayout
  let files: OwnedFiles

  /// The attributes that hold paths.
  private var properties: [PropertyName] {
    let declared = layout.schema.entities.flatMap { entity in
      entity.attributes.filter(\.isFilePath).map { PropertyName(entity.name, $0.name) }
    }
    return Set(declared + files.properties).sorted()
  }

  /// Objects whose file is missing, and files that no object names.
  ///
  /// - Throws: ``SQLite/SQLiteError``, also where it was cancelled.
  func findings() throws -> [Finding] {
    let properties = properties
    guard !properties.isEmpty else { return [] }
    let names: Set<String>
    do throws(SystemError) {
      names = Set(try Self.files(in: files.folder, below: ""))
    } catch {
      return [Finding(.unreadableFolder(reason: error.message))]
    }
    var unowned = names
    var findings: [Finding] = []
    for property in properties {
      findings += try missing(property, in: names, &unowned)
    }
    let first = unowned.min().map { Finding(.unownedFile(name: $0), count: Int64(unowned.count)) }
    return findings + [first].compactMap(\.self)
  }

  private func missing(
    _ property: PropertyName, in names: Set<String>, _ unowned: inout Set<String>
  ) throws(SQLiteError) -> [Finding] {
    guard let table = layout.table(of: property.entity),
      let column = layout.column(of: property.property, in: property.entity)
    else { return [] }
    let isMember = layout.rowCondition(of: property.entity, includingDescendants: true)
    var missing = Tally()
    let statement = try connection.prepare(
      """
      SELECT \(raw: layout.identity(ofRowsIn: table)), \(name: column) FROM \(name: table) \
      WHERE \(name: column) IS NOT NULL AND \(name: column) <> '' AND \(raw: isMember ?? "1") ORDER BY 1
      """)
    while try statement.step() {
      guard case .text(let path) = statement.value(at: 1) else { continue }
      let name = self.name(of: path)
      unowned.remove(name)
      if !names.contains(name) { missing.add(statement.integer(at: 0)) }
    }
    return missing.finding(.missingOwnedFile(property))
  }

  /// A path, or a URL of a file, as it is from the folder.
  private func name(of text: String) -> String {
    let scheme = "file://"
    let path = text.hasPrefix(scheme) ? Self.decoded(text.dropFirst(scheme.count)) : text
    let start = files.folder.hasSuffix("/") ? files.folder : files.folder + "/"
    let name = path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
    return name.hasPrefix("./") ? String(name.dropFirst(2)) : name
  }

  /// The path of a URL, whose bytes may be written as `%20`.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The files of a folder and of those in it, by their paths from there; hidden ones are the system's.
  private static func files(in folder: String, below prefix: String) throws(SystemError) -> [String]
  {
    var found: [String] = []
    for name in try FileSystem.listing(of: folder).names where !name.hasPrefix(".") {
      let path = FilePath.join(folder, name)
      if FileSystem.isFolder(path), !FileSystem.isLink(path) {
        found += try files(in: path, below: prefix + name + "/")
      } else {
        found.append(prefix + name)
      }
    }
    return found
  }
}
