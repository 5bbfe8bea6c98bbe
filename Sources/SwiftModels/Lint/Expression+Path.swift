extension Expression {
  /// The platform folder that an expression names: `URL.documentsDirectory`.
  var platformFolder: String? {
    switch kind {
    case .member(let base, let name):
      guard name.hasSuffix("Directory"), Self.platformFolders.contains(String(name.dropLast(9)))
      else { return nil }
      let isURL = base == nil || base?.text == "URL" || base?.text == "FileManager.default"
      return isURL ? name.withoutEnding("Directory") : nil
    case .call(let callee, _) where callee.text == "NSTemporaryDirectory": return "temporary"
    // `FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]`
    case .element(let list, _): return list.listedFolder
    case .attempt(let inner, _), .cast(let inner, _): return inner.platformFolder
    default: return listedFolder
    }
  }

  private static let platformFolders: Set = [
    "applicationSupport", "caches", "desktop", "documents", "downloads", "home", "library",
    "movies",
    "music", "pictures", "temporary", "trash", "user",
  ]

  private var listedFolder: String? {
    switch kind {
    case .member(let list?, "first"): return list.listedFolder
    case .call(let callee, let arguments):
      let name = callee.text ?? ""
      guard name.hasSuffix(".urls") || name.hasSuffix(".url"),
        let first = arguments.first, first.label == "for",
        case .member(_, let folder) = first.value.kind
      else { return nil }
      return folder == "documentDirectory"
        ? "documents" : folder == "libraryDirectory" ? "library" : folder.withoutEnding("Directory")
    default: return nil
    }
  }

  /// Whether the expression gives another text each time: `UUID().uuidString`, `"\\(Date())"`.
  var isNewEachTime: Bool {
    [Statement.expression(self)].containsExpression { part in
      ["UUID", "Date", "ProcessInfo"].contains(part.calledName)
        || part.text?.contains("globallyUniqueString") ?? false
    }
  }

  /// The path without conversions: `url` in `url.path`, in `URL(filePath: url)` and in `try url`.
  var withoutForm: Expression {
    switch kind {
    case .attempt(let inner, _), .cast(let inner, _): inner.withoutForm
    case .member(let base?, let name) where Self.forms.contains(name): base.withoutForm
    case .call(let callee, let arguments): callee.path(made: arguments)?.withoutForm ?? self
    default: self
    }
  }

  private static let forms: Set = ["path", "absoluteURL", "standardizedFileURL"]

  private func path(made arguments: [Argument]) -> Expression? {
    switch (kind, arguments.first?.label) {
    case (.name("URL", _), "fileURLWithPath"?), (.name("URL", _), "filePath"?):
      arguments.first?.value
    case (.member(let base?, "path"), "percentEncoded"?), (.member(let base?, "path"), nil): base
    default: nil
    }
  }

  /// The text of an expression of names, calls and literals; nil for any other expression.
  var spelling: String? {
    switch kind {
    case .name(let name, _): return name
    case .literal(let literal): return "\(literal)"
    case .member(nil, let name): return ".\(name)"
    case .member(let base?, let name):
      if base.text == "self" || base.text == "Self" { return name }
      return base.spelling.map { "\($0).\(name)" }
    case .call(let callee, let arguments):
      var texts: [String] = []
      for argument in arguments {
        guard let text = argument.value.spelling else { return nil }
        texts.append(argument.label.map { "\($0): \(text)" } ?? text)
      }
      return callee.spelling.map { "\($0)(\(texts.joined(separator: ", ")))" }
    case .attempt(let inner, _), .cast(let inner, _): return inner.spelling
    default: return nil
    }
  }
}

extension String {
  fileprivate func withoutEnding(_ ending: String) -> String { String(dropLast(ending.count)) }
}
