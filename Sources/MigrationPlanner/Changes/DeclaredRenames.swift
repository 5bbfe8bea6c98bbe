internal import Diagnostics
internal import SchemaModel

/// The renames that two lists of entities or properties declare, from a version and the previous one.
///
/// A `renamedFrom` is carried along from version to version. Once the old name is removed and the new one is
/// established, it is stale and has no effect. If the old name never existed and resembles an existing name,
/// it is misspelt.
///
/// A thing that is renamed again may give its first name as well as its last: the removed thing that the
/// previous version renamed from that first name is then its source. If a name equals the first name of an
/// old thing, it is the same thing again: the platform reads renaming identifiers like this, whichever
/// version is the later one.
struct DeclaredRenames {
  /// The valid renames: the old name by the new one.
  private(set) var renames: [String: String] = [:]
  /// The problems with other declared renames, in the order of declaration.
  private(set) var problems: [Problem] = []
  /// The namesakes in the new version of things that are listed as removed, by the old names of these things.
  ///
  /// The platform knows no such lists and takes the two for one thing, by the first name that they share.
  private(set) var partedNames: [String: String] = [:]
  private let oldNames: Set<String>
  private let claimed: Set<String>

  /// A problem with one declared rename.
  struct Problem: Hashable, Sendable {
    /// The kinds of mistakes.
    enum Kind: Hashable, Sendable {
      case sourceMissing(meant: String?)
      case sourceMisspelt
      case sourceOfOtherKind
      case claimedTwice(by: String)
      case swap
      case circle
      case sourceKept
      case targetExists
    }

    var kind: Kind
    var name: String
    var source: String
  }

  /// An entity or a property, with its declared former name.
  typealias Item = (name: String, renamedFrom: String?)

  /// The renames that a version declares, from the previous version.
  ///
  /// For an inherited property, the declaring entity decides the new name. Properties that the entity
  /// inherits in the new version are given as standing.
  init(
    of items: [Item], from oldItems: [Item], inherited: Set<String> = [],
    standing: Set<String> = [], removed isRemoved: (String) -> Bool
  ) {
    let oldNames = Set(oldItems.map(\.name))
    let newNames = Set(items.map(\.name))
    let namesakes = Self.namesakes(
      of: items, newNames.union(standing), oldItems, oldNames, inherited)
    for (name, old) in namesakes where isRemoved(old) { partedNames[old] = name }
    let items = items.map { item -> Item in
      guard let old = namesakes[item.name], !isRemoved(old) else { return item }
      return (item.name, old)
    }
    let declared = Dictionary(
      items.compactMap { item in item.renamedFrom.map { (item.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    let vacated = Self.vacated(by: declared, of: oldNames)
    var claims: [String: String] = [:]
    for (name, source) in items {
      guard let source, source != name else { continue }
      let isEstablished = oldNames.contains(name) && !vacated.contains(name)
      if isEstablished, Self.isInCircle(name, of: declared, within: oldNames) {
        let kind: Problem.Kind = declared[source] == name ? .swap : .circle
        problems.append(Problem(kind: kind, name: name, source: source))
      } else if !oldNames.contains(source) {
        if !isEstablished {
          let own = source.split(separator: ".").last.map(String.init)
          let meant = own.flatMap { oldNames.contains($0) ? $0 : nil }
          problems.append(
            .init(
              kind: .sourceMissing(meant: meant ?? nearest(to: source, among: oldNames)),
              name: name, source: source))
        } else if !oldItems.contains(where: { $0.renamedFrom == source }),
          nearest(to: source, among: oldNames) != nil
        {
          problems.append(.init(kind: .sourceMisspelt, name: name, source: source))
        }
      } else if isEstablished {
        let isStale = newNames.contains(source) || isRemoved(source)
        if !isStale { problems.append(.init(kind: .targetExists, name: name, source: source)) }
      } else if let other = claims[source] {
        problems.append(Problem(kind: .claimedTwice(by: other), name: name, source: source))
      } else if newNames.contains(source), declared[source].map(oldNames.contains) != true {
        problems.append(Problem(kind: .sourceKept, name: name, source: source))
      } else {
        claims[source] = name
        renames[name] = source
      }
    }
    self.oldNames = oldNames
    claimed = Set(claims.keys)
  }

  /// By new name, the old name of the thing whose first name the new one declares or has.
  private static func namesakes(
    of items: [Item], _ newNames: Set<String>, _ oldItems: [Item], _ oldNames: Set<String>,
    _ inherited: Set<String>
  ) -> [String: String] {
    var heirs: [String: [String]] = [:]
    for (name, first) in oldItems {
      guard let first, !oldNames.contains(first), !newNames.contains(name) else { continue }
      heirs[first, default: []].append(name)
    }
    guard !heirs.isEmpty else { return [:] }
    var namesakes: [String: String] = [:]
    for (name, renamedFrom) in items {
      let given = renamedFrom ?? name
      guard !oldNames.contains(given), let found = heirs[given], found.count == 1,
        renamedFrom != nil || !inherited.contains(found[0])
      else { continue }
      namesakes[name] = found[0]
    }
    return namesakes
  }

  /// The old names that were given up for another: `a` where b is renamed from a.
  ///
  /// A thing that takes over such a name replaces nothing, and gives up its own name in turn: the names move
  /// along a whole chain.
  private static func vacated(
    by declared: [String: String], of oldNames: Set<String>
  ) -> Set<String> {
    var vacated: Set<String> = []
    for (name, source) in declared where !oldNames.contains(name) {
      var next: String? = source
      while let given = next, vacated.insert(given).inserted { next = declared[given] }
    }
    return vacated
  }

  /// Whether the declared renames lead from an old name through others back to itself.
  private static func isInCircle(
    _ name: String, of declared: [String: String], within oldNames: Set<String>
  ) -> Bool {
    var seen: Set<String> = []
    var next = declared[name]
    while let source = next, oldNames.contains(source), seen.insert(source).inserted {
      if source == name { return true }
      next = declared[source]
    }
    return false
  }

  /// The old name of a thing of the new version; nil if it is new.
  func source(of name: String) -> String? {
    if let source = renames[name] { return source }
    return oldNames.contains(name) && !claimed.contains(name) ? name : nil
  }
}

extension DeclaredRenames.Problem {
  /// The problem of the line that declares the rename, with its diagnostic.
  func problem(
    of what: String, in document: SchemaDocument, path: (String) -> SchemaPath
  ) -> RenameProblem {
    let place = path(name).appending("renamedFrom")
    return RenameProblem(
      path: place, name: name, source: source, meant: meant,
      diagnostic: Diagnostic(
        code: code, message(what), at: document.sources.location(of: place),
        notes: [.init(remedy)]))
  }

  private var meant: String? { if case .sourceMissing(let meant) = kind { meant } else { nil } }

  private var code: String {
    switch kind {
    case .sourceMissing, .sourceMisspelt, .sourceOfOtherKind: "rename-source-missing"
    case .claimedTwice: "rename-claimed-twice"
    case .swap, .circle: "rename-swap"
    case .sourceKept: "rename-source-kept"
    case .targetExists: "rename-target-exists"
    }
  }

  private func message(_ what: String) -> String {
    let rename = "\(what) '\(name)' is renamed from '\(source)'"
    switch kind {
    case .sourceMissing:
      return "\(rename), but the previous version has neither '\(source)' nor '\(name)'"
    case .sourceMisspelt:
      return "\(rename), which the previous version does not have; it has '\(name)' itself"
    case .sourceOfOtherKind:
      return
        "\(rename), which is \(what == "attribute" ? "a relationship" : "an attribute") in the previous "
        + "version: only in a table of an existing database are they one column"
    case .claimedTwice(let other):
      return "\(rename), and so is '\(other)'"
    case .swap:
      return "\(rename) and '\(source)' from '\(name)'"
    case .circle:
      return "\(rename), and so on in a circle"
    case .sourceKept:
      return "\(rename), but this version still has '\(source)'"
    case .targetExists:
      return
        "\(rename), but the previous version has \(withArticle(name)) too: its values would be lost"
    }
  }

  private var remedy: String {
    switch kind {
    case .sourceMissing(let meant?) where source.hasSuffix(".\(meant)"):
      "write 'renamedFrom: \(meant)', without the entity"
    case .sourceMissing(let meant?):
      "did you mean '\(meant)'? Leave renamedFrom out if it is new"
    case .sourceMissing(nil):
      "write the name it had, or leave renamedFrom out if it is new"
    case .sourceMisspelt:
      "write the name it had, or leave renamedFrom out if it keeps its own"
    case .sourceOfOtherKind:
      "leave renamedFrom out, list '\(source)' under 'removed', and give '\(name)' its values with 'using' "
        + "under migration"
    case .claimedTwice:
      "keep renamedFrom on one of the two, and give the other a value with 'using' under migration"
    case .swap:
      "rename one of the two to a third name in a version between"
    case .circle:
      "rename one of them to a new name in a version between"
    case .sourceKept:
      "leave renamedFrom out, or remove '\(source)'"
    case .targetExists:
      "leave renamedFrom out and list '\(source)' under 'removed', or rename in a version after the"
        + " one that removes '\(name)'"
    }
  }
}
