internal import Digests
package import Files
package import StoreArchive

/// A register of the stores that the backups in a folder belong to.
///
/// A backup does not name its store, and the files of two stores may have the same name, as with two users. A
/// backup next to a store belongs to that store. In any other folder a file with the name of the store,
/// `library.store.backups`, has a line for each backup that was written there. The line has a digest of the
/// backup's name and content, and a digest of the store's path, which it does not show.
package struct BackupRegister {
  /// The owner of a backup.
  enum Owner {
    case thisStore
    case otherStore
    case unknown
  }

  private static let ending = ".backups"

  private let storeDigest: String
  private let path: String
  /// Whether the folder is the store's own, where no other store's file can have its name.
  private let isBesideStore: Bool

  /// The register for the backups of a store in the folder of one of them.
  package init(ofStoreAt store: String, beside backup: String) {
    let file = FileSystem.resolved(store)
    let name = FilePath.name(of: store)
    storeDigest = Self.digest(file)
    path = backup.dropLast(FilePath.name(of: backup).count) + name + Self.ending
    isBesideStore =
      FilePath.folder(of: file) == FileSystem.resolved(FilePath.folder(of: backup))
      && FilePath.name(of: file) == name
  }

  /// Records a newly written backup.
  package func note(_ backup: String, _ contents: BackupContents) throws(SystemError) {
    guard !isBesideStore else { return }
    let line = "\(Self.digest(of: backup, contents)) \(storeDigest)"
    let lines = try lines().filter { $0 != line } + [line]
    try AtomicFile.write(lines.map { $0 + "\n" }.joined(), to: path)
  }

  /// The owner of a backup in the folder.
  func owner(of backup: String, _ contents: BackupContents) throws(SystemError) -> Owner {
    let digest = Self.digest(of: backup, contents)
    guard let line = try lines().last(where: { $0.hasPrefix(digest) }) else {
      return isBesideStore ? .thisStore : .unknown
    }
    return line == "\(digest) \(storeDigest)" ? .thisStore : .otherStore
  }

  private func lines() throws(SystemError) -> [String] {
    guard FileSystem.exists(path) else { return [] }
    return String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func digest(of backup: String, _ contents: BackupContents) -> String {
    digest("\(FilePath.name(of: backup))\n\(contents.digest)")
  }

  private static func digest(_ text: String) -> String { Digest.of(Array(text.utf8)).hexadecimal }
}
