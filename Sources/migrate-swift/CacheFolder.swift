internal import Digests
internal import Files
internal import Programs

/// The folder with results that the next run of the program can reuse.
///
/// The folder is `migrate` in the `.build` folder of the current package, or in the user's cache folder. Its
/// files may be missing, damaged, or written by another build of this program: they are then ignored. No
/// problem with the folder is an error. A file is replaced as a whole, so several processes can share the
/// folder.
struct CacheFolder {
  private let path: String
  /// The digest of this program: files of another build are ignored.
  private let build: [UInt8]

  /// The largest total size of the files; beyond it, the oldest are removed.
  private static let limit: Int64 = 256 << 20
  /// The suffixes of the file names.
  static let (report, facts) = (".report", ".facts")
  private static let suffixes = [report, facts]
  private static let mark = Array("migrate-swift cache\n".utf8)

  /// Finds the folder; nil if no place for it is known, or if this program's file cannot be read.
  init?() {
    guard let path = Self.usualPath, let program = Program.ownFile,
      let bytes = try? FileSystem.contents(of: program)
    else { return nil }
    self.path = path
    build = Digest.of(bytes)
  }

  /// The last content that was written under a name; nil if it is missing, damaged or of another build.
  func content(_ name: String) -> ArraySlice<UInt8>? {
    guard let bytes = try? FileSystem.contents(of: FilePath.join(path, name)) else { return nil }
    let head = head(name)
    let end = bytes.count - build.count
    guard bytes.starts(with: head), end >= head.count,
      Digest.of(Array(bytes[..<end])) == Array(bytes[end...])
    else { return nil }
    return bytes[head.count..<end]
  }

  /// Writes bytes under a name if possible, and removes the oldest files if the folder becomes too large.
  func keep(_ content: [UInt8], as name: String) {
    var bytes = head(name) + content
    bytes += Digest.of(bytes)
    do throws(SystemError) {
      try FileSystem.makeFolders(path)
      try AtomicFile.write(bytes, to: FilePath.join(path, name))
    } catch {
      // The next run computes it again.
      return
    }
    shrink()
  }

  private func head(_ name: String) -> [UInt8] { Self.mark + build + Array(name.utf8) + [0x0A] }

  private func shrink() {
    let files = contents.sorted { $0.status.modified < $1.status.modified }
    var size = files.reduce(0) { $0 + $1.status.size }
    for file in files {
      guard size > Self.limit else { return }
      // Another process may have removed the file.
      try? FileSystem.remove(file.path)
      size -= file.status.size
    }
  }

  /// The files that this program wrote there.
  private var contents: [(path: String, status: FileStatus)] {
    let names = (try? FileSystem.names(in: path)) ?? []
    let own = names.filter { name in Self.suffixes.contains { name.hasSuffix($0) } }
    return own.compactMap { name in
      let file = FilePath.join(path, name)
      guard let status = FileStatus(path: file), status.kind == .file else { return nil }
      return (file, status)
    }
  }
}

extension CacheFolder {
  private static var usualPath: String? {
    if let build = buildFolder { return FilePath.join(build, "migrate") }
    if let folder = Program.environmentValue("XDG_CACHE_HOME"), folder.hasPrefix("/") {
      return FilePath.join(folder, "migrate")
    }
    guard let home = Program.environmentValue("HOME"), home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return FilePath.join(home, "Library/Caches/migrate")
    #else
      return FilePath.join(home, ".cache/migrate")
    #endif
  }

  /// The `.build` folder of the package around the working directory.
  private static var buildFolder: String? {
    var folder = FileSystem.resolved(".")
    while folder.hasPrefix("/") {
      if FileSystem.exists(FilePath.join(folder, "Package.swift")) {
        let build = FilePath.join(folder, ".build")
        return FileSystem.isFolder(build) ? build : nil
      }
      let parent = FilePath.folder(of: folder)
      guard parent != folder else { return nil }
      folder = parent
    }
    return nil
  }
}
