internal import Diagnostics
internal import Reports
internal import SQLite
internal import StoreVerification

extension RecoveryPlan {
  /// What of the backup the store lacks afterwards: `1 object and 3 links`; nil where that is
  /// nothing.
  var remainder: String? {
    let parts = [
      lackingObjects > 0 ? Quantity.count(lackingObjects, "object") : nil,
      lackingLinks > 0 ? Quantity.count(lackingLinks, "link") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// Whether `--relink` would bring more of it back.
  var canRelink: Bool { !relinks && isRelinkable }

  /// What is told besides what comes back.
  var diagnostics: [Diagnostic] {
    differences.map(\.diagnostic) + unfilled + disordered
      + leftBehind.map(\.diagnostic) + keptLinks.map(\.diagnostic) + losses
  }

  private var unfilled: [Diagnostic] {
    guard !relinks else { return [] }
    let told = [(emptiedLinks, "empty"), (absentLinks, "gone")].flatMap { links, state in
      links.map {
        let (are, stay) = $0.count == 1 ? ("is", "stays") : ("are", "stay")
        return "\(Quantity.count($0.count, "link")) of '\($0.name)' that the backup has \(are) "
          + "\(state) by now, and \(stay) so without '--relink'"
      }
    }
    return told.map { Diagnostic(code: "differing-object", severity: .warning, $0) }
  }

  private var disordered: [Diagnostic] {
    let emptied = relinks ? [] : emptiedOrders.map { ($0, "'--relink' brings it back") }
    let differing = differingOrders.map { ($0, "it stays as it is") }
    return (emptied + differing).map { links, outcome in
      Diagnostic(
        code: "differing-object", severity: .warning,
        "the order of \(Quantity.count(links.count, "link")) of '\(links.name)' differs from the "
          + "backup; \(outcome)")
    }
  }

  private var losses: [Diagnostic] {
    var losses: [Diagnostic] = []
    if lostLinks > 0 {
      losses.append(
        Diagnostic(
          code: "broken-reference", severity: .warning,
          "\(Quantity.count(lostLinks, "link")) of missing objects led nowhere in the backup "
            + "already, and \(lostLinks == 1 ? "does" : "do") not come back"))
    }
    if let first = filesLost.first {
      let files = filesLost.count == 1 ? "file '\(first)'" : "files, such as '\(first)',"
      let count = filesLost.count == 1 ? "the external" : "\(filesLost.count) external"
      losses.append(
        Diagnostic(
          code: "missing-file", severity: .warning,
          "\(count) \(files) \(filesLost.count == 1 ? "is" : "are") whole neither beside the store "
            + "nor in the backup"))
    }
    return losses
  }
}

// MARK: - What stays away

extension RecoveryPlan.LeftBehind {
  /// Why they stay behind.
  var explanation: String {
    let isOne = count == 1
    let (it, its, another, has) =
      isOne ? ("it", "its", "another object", "has") : ("them", "their", "other objects", "have")
    switch reason {
    case .taken(let columns):
      return "the store has \(isOne ? "another" : "others") with the same "
        + columns.map { "'\($0)'" }.joined(separator: ", ")
    case .unlinked(let name): return "what the required '\(name)' leads to is not there"
    case .number: return "\(another) \(has) \(its) '_id' by now, and no key tells \(it) apart"
    case .key: return "\(another) \(has) \(its) key by now"
    case .strange(let columns, let table):
      let rows = isOne ? "another row of '\(table)' has" : "other rows of '\(table)' have"
      return "\(rows) by now what \(isOne ? "it refers" : "they refer") to by "
        + columns.map { "'\($0)'" }.joined(separator: ", ")
    case .nameless:
      return "no key tells \(it) apart, and the store has "
        + (isOne ? "one that differs" : "some that differ") + " in links alone"
    case .refused(let reason): return "the store refuses \(it): \(reason)"
    case .breaks(let problem): return problem.demand
    }
  }
}

extension RecoveryPlan.KeptLinks {
  /// Why they cannot be had.
  var explanation: String {
    switch reason {
    case .taken: "another object has by now what only one can have"
    case .leftBehind: "what \(count == 1 ? "it leads" : "they lead") to stays behind"
    case .refused(let reason): "the store refuses \(count == 1 ? "it" : "them"): \(reason)"
    case .breaks(let problem): problem.demand
    }
  }
}

extension Problem {
  /// What would not be met, as a reason.
  fileprivate var demand: String {
    switch self {
    case .tooFewLinks(let name, let minimum): "'\(name)' must have \(minimum) at least"
    case .tooManyLinks(let name, let maximum): "'\(name)' may have \(maximum) at most"
    case .missingLink(let name): "'\(name)' is required, and would be empty"
    case .brokenRule(let entity, let rule): "the rule '\(rule)' of '\(entity)' would be broken"
    default: "it would then be wrong that \(Finding(self).message)"
    }
  }
}

extension RecoveryPlan.LeftBehind {
  fileprivate var diagnostic: Diagnostic {
    let (it, those) = count == 1 ? ("it", "that one is") : ("them", "those are")
    let (code, remedy): (String, String?) =
      switch reason {
      case .taken, .key, .strange:
        (
          "taken-place",
          "'migrate recover' brings \(it) back once \(those) changed or removed"
        )
      case .number:
        (
          "taken-place",
          "'--key \(entity):ATTRIBUTE' brings \(it) back under another, where an attribute tells \(it) apart"
        )
      case .unlinked: ("taken-place", nil)
      case .nameless: ("left-behind", nil)
      case .refused, .breaks:
        ("left-behind", "'migrate recover' brings \(it) back once that is settled")
      }
    return Diagnostic(
      code: code, severity: .warning,
      "\(Quantity.count(count, "object")) of '\(entity)' \(count == 1 ? "stays" : "stay") behind, "
        + "for \(explanation)" + (examples.isEmpty ? "" : ": \(named)"),
      notes: [remedy].compactMap(\.self).map { .init($0) })
  }
}

extension RecoveryPlan.KeptLinks {
  fileprivate var diagnostic: Diagnostic {
    let (it, those) = count == 1 ? ("it", "that one is") : ("them", "those are")
    let (code, remedy): (String, String?) =
      switch reason {
      case .taken:
        (
          "taken-place",
          "'migrate recover --relink' fills \(it) once \(those) unlinked or removed"
        )
      case .leftBehind: ("taken-place", nil)
      case .refused, .breaks:
        ("left-behind", "'migrate recover --relink' fills \(it) once that is settled")
      }
    return Diagnostic(
      code: code, severity: .warning,
      "\(Quantity.count(count, "link")) of '\(name)' \(count == 1 ? "stays" : "stay") empty, for "
        + explanation + (examples.isEmpty ? "" : ": \(named)"),
      notes: [remedy].compactMap(\.self).map { .init($0) })
  }
}

extension RecoveryPlan.Difference {
  fileprivate var diagnostic: Diagnostic {
    let names = columns.map { "'\($0)'" }.joined(separator: ", ")
    let (differ, stay, they) =
      count == 1 ? ("differs", "stays", "it is") : ("differ", "stay", "they are")
    return Diagnostic(
      code: "differing-object", severity: .warning,
      "\(Quantity.count(count, "object")) of '\(entity)' \(differ) from the backup in \(names), "
        + "and \(stay) as \(they): \(named)",
      notes: areSameByNumberAlone
        ? [
          .init(
            "only '_id' says which is which; where it is another object's by now, "
              + "'--key \(entity):ATTRIBUTE' tells them apart")
        ] : [])
  }
}

/// Objects of which some are named.
private protocol Sampled {
  var count: Int64 { get }
  var examples: [SQLValue] { get }
  var haveKeysOfSeveralColumns: Bool { get }
}

extension Sampled {
  /// The first of the objects, by what tells them apart: a key of several columns as SQL writes a row.
  fileprivate var named: String {
    let names = examples.map { haveKeysOfSeveralColumns ? "(\($0.sqlExcerpt))" : $0.excerpt }
    return "_id \(names.joined(separator: ", "))" + (count > Int64(examples.count) ? ", …" : "")
  }
}

extension RecoveryPlan.LeftBehind: Sampled {}
extension RecoveryPlan.KeptLinks: Sampled {}
extension RecoveryPlan.Difference: Sampled {}
