internal import SchemaModel

/// One line of a lock.
struct LockLine: Hashable {
  /// What a line says of a version.
  enum Content: Hashable {
    /// The digest of the definition.
    case definition(String)
    /// The digest of the migration that leads to the version.
    case migration(String)
    /// The platform's checksum.
    case checksum(String)
    /// The version that this one is described from.
    case after(Version)
    /// A part that the version before has not, or has otherwise.
    case part(String, String, isNew: Bool)
    /// A part that the version before has and this one has not.
    case gone(String)
  }

  /// The version.
  var version: Version
  /// What is said of it.
  var content: Content
}

// MARK: - Writing

extension LockLine: CustomStringConvertible {
  /// The line as it is written, without its end.
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
  /// Reads a line; nil for one that says nothing of a version.
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

  /// The name of a part and what is said of it, which follows the first colon outside quotes.
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
