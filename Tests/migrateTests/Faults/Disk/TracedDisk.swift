import Foundation
import TestSupport

/// A disk that records what it must keep, so that the power can be cut at any instant.
///
/// What a program writes is at first only promised. Bytes are kept from the flush of their file on,
/// names from the flush of their folder on, be they new, changed or removed. What is promised and
/// not kept may be there after a power cut or not, in pieces and in any order.
struct TracedDisk {
  /// The fate of the promises at a power cut.
  enum Cut: Hashable, Sendable {
    /// None is held.
    case losesAll
    /// All are held, as when the process alone is killed.
    case losesNothing
    /// By chance: every sector of 512 bytes for itself, and of a folder's names the first few.
    case byChance(seed: UInt64)
  }

  private enum Entry: Hashable {
    case file(Int)
    case folder
  }

  private struct NameChange {
    var path: String
    var entry: Entry?
  }

  /// The files, by a number of this disk's own: the system uses its numbers again.
  private var files: [PromisedFile] = []
  private var numbers: [UInt64: Int] = [:]
  /// The folders that are opened, by the system's numbers.
  private var openFolders: [UInt64: String] = [:]
  private var keptNames: [String: Entry] = [:]
  private var names: [String: Entry] = [:]
  /// The promised changes of each folder's names, in order.
  private var promisedNames: [String: [NameChange]] = [:]

  /// A disk that has kept all of some files.
  init(_ image: DiskImage) {
    for path in image.folders { names[path] = .folder }
    for (path, bytes) in image.files {
      names[path] = .file(files.count)
      files.append(PromisedFile(bytes))
    }
    keptNames = names
  }

  /// Repeats the operations of a command.
  mutating func apply(_ operation: DiskLog.Operation) {
    switch operation {
    case .create(let file, let path):
      numbers[file] = files.count
      setName(path, .file(files.count))
      files.append(PromisedFile())
    case .open(let file, let path, let empties):
      guard case .file(let number)? = names[path] else { return openFolders[file] = path }
      numbers[file] = number
      if empties { files[number].take(.size(0)) }
    case .makeFolder(let path): setName(path, .folder)
    case .write(let file, let offset, let bytes):
      if let number = numbers[file] {
        files[number].take(.write(offset: offset, bytes: bytes))
      }
    case .truncate(let file, let size):
      if let number = numbers[file] { files[number].take(.size(size)) }
    case .sync(let file): keep(file)
    case .rename(let from, let to):
      let entry = names[from]
      if case .file? = entry {} else { renameFiles(inFolder: from, to) }
      setName(to, entry)
      setName(from, nil)
    case .link(let from, let to): setName(to, names[from])
    case .remove(let path): setName(path, nil)
    }
  }

  /// The files of a folder move with it, as soon as the folder around it is kept.
  private mutating func renameFiles(inFolder from: String, _ to: String) {
    for path in names.keys.filter({ $0.hasPrefix(from + "/") }) {
      let target = to + path.dropFirst(from.count)
      names[target] = names.removeValue(forKey: path)
      promisedNames[Self.folder(of: to), default: []] += [
        NameChange(path: target, entry: keptNames[path]), NameChange(path: path, entry: nil),
      ]
    }
  }

  private mutating func setName(_ path: String, _ entry: Entry?) {
    names[path] = entry
    promisedNames[Self.folder(of: path), default: []].append(NameChange(path: path, entry: entry))
  }

  private mutating func keep(_ file: UInt64) {
    if let folder = openFolders[file] {
      for change in promisedNames.removeValue(forKey: folder) ?? [] {
        keptNames[change.path] = change.entry
      }
    } else if let number = numbers[file] {
      files[number].keep()
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

// MARK: - The cut

extension TracedDisk {
  /// The contents of the disk when the power is back.
  func image(after cut: Cut) -> DiskImage {
    switch cut {
    case .losesAll: image(keptNames) { $0.kept }
    case .losesNothing: image(names) { $0.current }
    case .byChance(let seed):
      byChance(seed)
    }
  }

  private func byChance(_ seed: UInt64) -> DiskImage {
    var chance = SeededGenerator(seed: seed)
    var survivors = keptNames
    for (_, changes) in promisedNames.sorted(by: { $0.key < $1.key }) {
      for change in changes.prefix(.random(in: 0...changes.count, using: &chance)) {
        survivors[change.path] = change.entry
      }
    }
    return image(survivors) { $0.remains(by: &chance) }
  }

  private func image(_ names: [String: Entry], _ content: (PromisedFile) -> [UInt8]) -> DiskImage {
    var image = DiskImage()
    for (path, entry) in names.sorted(by: { $0.key < $1.key }) {
      // A name in a folder that has none itself cannot be reached.
      let folder = Self.folder(of: path)
      guard folder == "." || names[folder] == .folder else { continue }
      switch entry {
      case .folder: image.folders.insert(path)
      case .file(let number): image.files[path] = content(files[number])
      }
    }
    return image
  }
}
