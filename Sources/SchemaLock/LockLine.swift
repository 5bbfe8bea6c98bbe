internal import SchemaModel

/// One line of a lock.
struct LockLine: Hashable {
  /// The content of a line.
  enum Content: Hashable {
    /// The digest of the definition.
    case definition(String)
    /// The digest of the migration that leads to the version.
    case migration(String)
    /// The checksum of the platform.
    case checksum(String)
    /// The base version, from which this version is described.
    case after(Version)
    /// A part that is missing or different in the base version.
    case part(String, String, isNew: Bool)
    /// A part of the base version that is missing in this version.
    case gone(String)
  }

  /// The version.
  var version: Version
  /// The content.
  var content: Content
}

// MARK: - Writing

extension LockLine: CustomStringConvertible {
  /// The line as written, without its line break.
  var description: String {
    switch content {
    case .definition(let digest): "\(version) definition \(digest)"
    case .migration(let digest): "\(version) migration \(digest)"
    case .checksum(let checksum): "\(version) checksum \(checksum)"
    case .after(let base): "\(version) after \(base)"
    case .part(let name, let text, let isNew):
      "\(version) \(isNew ? "+" : "~") \(name)" + (text.isEmpty ? "" : ": \(text)")
    case .gone(let name): "\(version) - \(name)"
    }
  }
}

// MARK: - Reading

extension LockLine {
  /// Reads a line; nil if it does not belong to a version.
  init?(_ text: Substring) {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, let version = Version(String(words[0])), !words[2].isEmpty else {
      return nil
    }
    let rest = words[2]
    self.version = version
    switch words[1] {
    case "definition": content = .definition(String(rest))
    case "migration": content = .migration(String(rest))
    case "checksum": content = .checksum(String(rest))
    case "after":
      guard let base = Version(String(rest)) else { return nil }
      content = .after(base)
    case "+", "~":
      let (name, text) = Self.parted(rest)
      content = .part(name, text, isNew: words[1] == "+")
    case "-": content = .gone(String(rest))
    default: return nil
    }
  }

  /// The name and the description of a part, separated by the first colon outside quotes.
  private static func parted(_ text: Substring) -> (name: String, text: String) {
    var isQuoted = false
    var isEscaped = false
    for position in text.indices {
      switch text[position] {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case ":" where !isQuoted:
        let rest = text[text.index(after: position)...].drop { $0 == " " }
        return (String(text[..<position]), String(rest))
      default: break
      }
    }
    return (String(text), "")
  }
}
