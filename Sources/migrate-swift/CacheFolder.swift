internal import Digests
internal import Files
internal import Programs

/// The folder in which a run leaves what the next one need not work out again.
///
/// It is the `migrate` folder in the `.build` of the package that the run is in, or the user's cache
/// folder. What is in it may be missing, damaged, or of another build of this program: it is then as if
/// nothing were there. Nothing that goes wrong with it is an error. A file is replaced as a whole, so runs
/// can share the folder.
struct CacheFolder {
  private let path: String
  /// The digest of this program: what another build of it left is of no use.
  private let build: [UInt8]

  /// The most bytes that the files in it have together; the oldest are removed.
  private static let limit: Int64 = 256 << 20
  /// The ends of the names of files in it.
  static let (report, facts) = (".report", ".facts")
  private static let suffixes = [report, facts]
  private static let mark = Array("migrate-swift cache\n".utf8)

  /// The folder; nil where nothing tells where it should be, or which build of the program this is.
  init?() {
    guard let path = Self.usualPath, let program = Program.ownFile,
      let bytes = try? FileSystem.contents(of: program)
    else { return nil }
    self.path = path
    build = Digest.of(bytes)
  }

  /// What a file of a name was given last; nil where it has nothing that this program wrote.
  func content(_ name: String) -> ArraySlice<UInt8>? {
    guard let bytes = try? FileSystem.contents(of: FilePath.join(path, name)) else { return nil }
    let head = head(name)
    let end = bytes.count - build.count
    guard bytes.starts(with: head), end >= head.count,
      Digest.of(Array(bytes[..<end])) == Array(bytes[end...])
    else { return nil }
    return bytes[head.count..<end]
  }

  /// Keeps bytes under a name, where that can be done, and removes what is oldest of too much.
  func keep(_ content: [UInt8], as name: String) {
    var bytes = head(name) + content
    bytes += Digest.of(bytes)
    do throws(SystemError) {
      try FileSystem.makeFolders(path)
      try AtomicFile.write(bytes, to: FilePath.join(path, name))
    } catch {
      // The next run works it out again.
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
      // Another run may have removed it.
      try? FileSystem.remove(file.path)
      size -= file.status.size
    }
  }

  /// The files that runs left there, and no others.
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

  /// The folder of what is built of the package around the working directory.
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
