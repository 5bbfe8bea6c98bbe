internal import SchemaModel

/// The detection of paths to a store's files, by the words in the source.
///
/// The last component decides if it is spelled out: `url.appending(path: "Cache")` is no store, wherever
/// `url` leads.
struct StorePaths {
  private let constants: SourceConstants
  private let scope: Scope
  /// The parameters of the body, if known.
  private let parameters: [FunctionFacts.Parameter]
  /// Whether the code contains the endings of a store's other files.
  private let namesEndings: Bool

  /// Creates a detector for a body, with the names of the surrounding body.
  init(
    in body: [Statement], of around: [Statement], _ scope: Scope, _ program: SourceProgram,
    taking parameters: [FunctionFacts.Parameter] = []
  ) {
    self.parameters = parameters
    constants = SourceConstants(program: program, locals: LocalConstants(around))
    self.scope = scope
    namesEndings = body.containsExpression { expression in
      guard case .literal(.string(let text)) = expression.kind else { return false }
      return ["-wal", "-shm"].contains { text.hasSuffix($0) }
    }
  }

  /// Whether a call deletes a store; nil if the path does not show it.
  func isOfStore(deletedBy call: Expression) -> Bool? {
    guard ["removeItem", "unlink"].contains(call.calledName), let path = call.callArguments.first
    else { return true }
    return isOfStore(path.value, scope, depth: 8) ?? (namesEndings ? true : nil)
  }

  private func isOfStore(_ path: Expression, _ scope: Scope, depth: Int) -> Bool? {
    if Self.isStoreName(ofLast: path) { return true }
    let meaning = constants.meaning(of: path, in: scope)
    guard depth > 0 else { return nil }
    func inner(_ expression: Expression) -> Bool? {
      isOfStore(expression, meaning.scope, depth: depth - 1)
    }
    switch meaning.expression.kind {
    case .literal(.string(let text)): return Self.isStoreName(text)
    case .member(let base?, "url"):
      return isConfiguration(base, meaning.scope)
    case .member(let base?, "path"), .member(let base?, "absoluteURL"): return inner(base)
    case .call(let callee, let arguments): return isOfStore(callee, arguments, inner)
    case .cast(let value, _), .attempt(let value, _): return inner(value)
    case .operation(let parts, _), .choice(let parts):
      return parts.contains { inner($0) ?? false } ? true : nil
    default: return Self.isStoreName(ofLast: meaning.expression) ? true : nil
    }
  }

  /// Whether a value is the configuration of a container; nil if that is not known.
  ///
  /// Examples are `ModelConfiguration(…)` and `container.configurations.first!`.
  private func isConfiguration(_ value: Expression, _ scope: Scope) -> Bool? {
    let made = constants.meaning(of: value, in: scope).expression
    if made.calledName == "ModelConfiguration" { return true }
    if case .name(let name, _) = made.kind, let given = parameters.first(where: { $0.name == name })
    {
      return "\(given.type)".contains("ModelConfiguration")
    }
    return made.text?.lowercased().contains("config") ?? false ? true : nil
  }

  private func isOfStore(
    _ callee: Expression, _ arguments: [Argument], _ inner: (Expression) -> Bool?
  ) -> Bool? {
    switch (callee.kind, arguments.first?.value) {
    case (.member(_, "appendingPathComponent"), let last?), (.member(_, "appending"), let last?):
      return inner(last)
    case (.member(let base?, "appendingPathExtension"), let last?):
      if case .literal(.string(let ending)) = last.kind { return Self.isStoreName(ending) }
      return (inner(last) ?? false) ? true : inner(base)
    case (.name("URL", _), let path?), (.member(_, "init"), let path?): return inner(path)
    case (.member(let base?, "path"), _): return inner(base)
    default: return Self.isStoreName(ofLast: callee) ? true : nil
    }
  }

  // MARK: Words

  /// Whether the last name of an expression names a store: `storeURL`, `Self.databasePath()`.
  private static func isStoreName(ofLast expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name, _), .member(_, let name): isStoreWord(name)
    case .call(let callee, let arguments): arguments.isEmpty && isStoreName(ofLast: callee)
    default: false
    }
  }

  /// Whether a name stands for a store's file: `storeURL` does, `storefrontImages` and `databaseIndexURL` do
  /// not.
  private static func isStoreWord(_ name: String) -> Bool {
    guard isStoreName(name) else { return false }
    let (letters, word) = (Array(name), name.lowercased())
    guard word.count == letters.count else { return false }
    return storeWords.contains { store in
      letters.indices.contains { start in
        let isStart = start == 0 || letters[start].isUppercase || !letters[start - 1].isLetter
        let rest = word.dropFirst(start)
        return isStart && rest.hasPrefix(store) && isForm(rest.dropFirst(store.count))
      }
    }
  }

  /// Whether the text after the word for a store only says that it is a file or a folder.
  private static func isForm(_ text: Substring) -> Bool {
    var rest = text.drop { !$0.isLetter }
    while let form = forms.first(where: { rest.hasPrefix($0) }) {
      rest = rest.dropFirst(form.count).drop { !$0.isLetter }
    }
    return rest.isEmpty
  }

  private static let storeWords = [
    "persistentstore", "datastore", "sqlite", "database", "store", "db", "wal", "shm",
  ]
  /// The words that may follow a word for a store, the longer ones first.
  private static let forms = [
    "container", "directory", "location", "string", "folder", "base", "paths", "files", "items",
    "names", "urls", "path", "file", "name", "url", "wal", "shm",
  ]

  private static func isStoreName(_ text: String) -> Bool {
    let word = text.lowercased()
    if ["wal", "shm", "db"].contains(word) { return true }
    if ["-wal", "-shm", ".db"].contains(where: word.hasSuffix) { return true }
    if ["sqlite", "database", "dburl", "dbpath"].contains(where: word.contains) { return true }
    // Without words such as `stored`, `restore` and the App Store.
    return ["stored", "restore", "storekit", "appstore"].reduce(word) { $0.replacing($1, with: "") }
      .contains("store")
  }
}
