/// The ways between the folders of one target: a folder uses the folders whose types its files name.
///
/// Files that stand in no folder of the target are left out. A name is a type's of another folder where
/// that declares it outside of all braces, and the own folder declares none of the same name.
struct FolderUses {
  /// A name that a folder takes from another one.
  private struct Use {
    var name: String
    var file: String
  }

  private var uses: [String: [String: Use]] = [:]

  /// The ways between the folders of files of one target, given by their paths in `Sources`.
  init(_ files: [(path: String, text: String)]) {
    let files = files.compactMap { path, text in
      let parts = path.split(separator: "/").map(String.init)
      return parts.count > 2 ? (folder: parts[1], file: parts.last ?? "", TypeNames(in: text)) : nil
    }
    var owners: [String: String] = [:]
    var own: [String: Set<String>] = [:]
    for (folder, _, names) in files {
      for name in names.shared { owners[name] = folder }
      own[folder, default: []].formUnion(names.declared)
    }
    for (folder, file, names) in files {
      for name in names.used where own[folder]?.contains(name) == false {
        guard let owner = owners[name] else { continue }
        if let known = uses[folder]?[owner], (known.file, known.name) < (file, name) { continue }
        uses[folder, default: [:]][owner] = Use(name: name, file: file)
      }
    }
  }

  /// The ways by which folders need each other, each with an example: `Lock uses Errors: 'MigrationError' in
  /// StoreLock.swift`.
  var circles: [String] {
    var (ways, count) = (uses, -1)
    // A folder that uses no other one, or that no other one uses, is in no circle.
    while count != ways.values.map(\.count).reduce(0, +) {
      count = ways.values.map(\.count).reduce(0, +)
      let (using, used) = (Set(ways.keys), Set(ways.values.flatMap(\.keys)))
      ways = ways.filter { used.contains($0.key) }
        .mapValues { $0.filter { using.contains($0.key) } }.filter { !$0.value.isEmpty }
    }
    return ways.flatMap { folder, others in
      others.map { "\(folder) uses \($0): '\($1.name)' in \($1.file)" }
    }.sorted()
  }
}

/// The names of types in a Swift file, outside of comments and of the text of literals.
struct TypeNames {
  /// Those that it declares for the whole target, outside of all braces.
  private(set) var shared: Set<String> = []
  /// All that it declares.
  private(set) var declared: Set<String> = []
  /// Those that it speaks of, but for members of other types.
  private(set) var used: Set<String> = []
  private let bytes: [UInt8]
  private let count: Int
  private var place = 0
  private var depth = 0
  private var isPrivate = false
  private var isDeclaration = false

  private static let keywords: Set = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]

  init(in text: String) {
    let utf8 = Array(text.utf8)
    count = utf8.count
    // So that one can look ahead anywhere.
    bytes = utf8 + [0, 0, 0]
    while place < count { readCode() }
  }

  /// Reads on to the parenthesis that ends an interpolation, or to the end.
  private mutating func readCode() {
    var parentheses = 1
    while place < count, parentheses > 0 {
      switch bytes[place] {
      case UInt8(ascii: "\n"): isPrivate = false
      case UInt8(ascii: "/"): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "#"): readLiteral()
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "("): parentheses += 1
      case UInt8(ascii: ")"): parentheses -= 1
      case let byte where Self.isOfWord(byte): readWord()
      default: break
      }
      place += 1
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Reads a word, to its last byte.
  private mutating func readWord() {
    let start = place
    while Self.isOfWord(bytes[place + 1]) { place += 1 }
    let isMember =
      start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      && (start < 2 || bytes[start - 2] != UInt8(ascii: "."))
    let isDeclared = isDeclaration
    isDeclaration = false
    guard !isMember else { return }
    let word = String(decoding: bytes[start...place], as: UTF8.self)
    if bytes[start] >= UInt8(ascii: "a") {
      if word == "private" || word == "fileprivate" { isPrivate = true }
      isDeclaration = bytes[place + 1] == UInt8(ascii: " ") && Self.keywords.contains(word)
    } else if isDeclared {
      declared.insert(word)
      if depth == 0, !isPrivate { shared.insert(word) }
    } else {
      used.insert(word)
    }
  }

  /// Skips a comment, to its last byte.
  private mutating func skipComment() {
    if bytes[place + 1] == UInt8(ascii: "/") {
      while place < count, bytes[place + 1] != UInt8(ascii: "\n") { place += 1 }
    } else if bytes[place + 1] == UInt8(ascii: "*") {
      place += 3
      while place < count,
        bytes[place - 1] != UInt8(ascii: "*") || bytes[place] != UInt8(ascii: "/")
      { place += 1 }
    }
  }

  /// Reads what is interpolated into a literal, to the literal's last byte.
  private mutating func readLiteral() {
    let signs = length(of: UInt8(ascii: "#"), at: place)
    guard bytes[place + signs] == UInt8(ascii: "\"") else { return }
    place += signs
    let isLong = length(of: UInt8(ascii: "\""), at: place) >= 3
    let quotes = isLong ? 3 : 1
    place += quotes
    while place < count {
      switch bytes[place] {
      case UInt8(ascii: "\\") where length(of: UInt8(ascii: "#"), at: place + 1) >= signs:
        place += signs + 1
        guard bytes[place] == UInt8(ascii: "(") else { break }
        place += 1
        readCode()
        continue
      case UInt8(ascii: "\"")
      where length(of: UInt8(ascii: "\""), at: place) >= quotes
        && length(of: UInt8(ascii: "#"), at: place + quotes) >= signs:
        place += quotes + signs - 1
        return
      // It was none, as in a regular expression.
      case UInt8(ascii: "\n") where !isLong: return
      default: break
      }
      place += 1
    }
  }

  /// How often a byte stands there in a row.
  private func length(of byte: UInt8, at start: Int) -> Int {
    var end = start
    while end < count, bytes[end] == byte { end += 1 }
    return end - start
  }
}
