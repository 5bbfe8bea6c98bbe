import Foundation

/// The operations of a command on a disk, in order.
struct DiskLog {
  /// One thing that was done.
  enum Operation: Hashable {
    case create(file: UInt64, path: String)
    /// An opened file, or folder; it may be opened to be emptied.
    case open(file: UInt64, path: String, empties: Bool)
    case makeFolder(path: String)
    case write(file: UInt64, offset: Int, bytes: [UInt8])
    case truncate(file: UInt64, size: Int)
    case sync(file: UInt64)
    case rename(from: String, to: String)
    case link(from: String, to: String)
    case remove(path: String)
  }

  private(set) var operations: [Operation] = []
  /// The number of locks that were requested or released.
  private(set) var locks = 0
  /// How many operations failed on purpose.
  private(set) var faults = 0

  /// Reads the log that a command left; empty if the command did nothing.
  init(of file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    var rest = Array(try Data(contentsOf: file))[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      try read(line, &rest)
    }
  }

  private mutating func read(_ line: String, _ rest: inout ArraySlice<UInt8>) throws {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let name = words.last ?? ""
    let numbers = name.split(separator: " ").compactMap { UInt64($0) }
    let paths = name.split(separator: "\t").map(String.init)
    /// Behind the number of a file.
    let path = name.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    switch (words.first, numbers.count, paths.count) {
    case ("fault", _, _): faults += 1
    case ("lock", _, _): locks += 1
    case ("create", 1..., _): operations.append(.create(file: numbers[0], path: path))
    case ("open", 1..., _), ("empty", 1..., _):
      operations.append(.open(file: numbers[0], path: path, empties: words[0] == "empty"))
    case ("folder", 1..., _): operations.append(.makeFolder(path: path))
    case ("write", 3, _):
      let count = Int(numbers[2])
      operations.append(
        .write(file: numbers[0], offset: Int(numbers[1]), bytes: Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    case ("truncate", 2, _): operations.append(.truncate(file: numbers[0], size: Int(numbers[1])))
    case ("sync", 1, _): operations.append(.sync(file: numbers[0]))
    case ("rename", _, 2): operations.append(.rename(from: paths[0], to: paths[1]))
    case ("link", _, 2): operations.append(.link(from: paths[0], to: paths[1]))
    case ("remove", _, 1): operations.append(.remove(path: name))
    default: throw NotUnderstood(line: line)
    }
  }

  private struct NotUnderstood: Error {
    let line: String
  }
}
