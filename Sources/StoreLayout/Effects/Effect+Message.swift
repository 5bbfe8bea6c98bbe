package import Diagnostics
internal import SQLText
internal import SQLite
internal import SchemaModel

extension Effect {
  /// The number with its unit: `12 values`; without a number only the unit.
  package var amount: String {
    count.map { Quantity.count($0, kind.unit.noun) } ?? "\(kind.unit.noun)s"
  }

  /// The number with its unit and subject: `12 values of 'Book.year'`.
  package var phrase: String { "\(amount) of '\(subject)'" }

  /// The effect in a sentence: `2 objects of 'Book' are left behind by 'where'`.
  public var message: String {
    let (be, get) = count == 1 ? ("is", "gets") : ("are", "get")
    switch kind {
    case .lost(_, let change):
      return "\(change.isCertain ? "lost" : "at risk"): \(amount) of \(subject)"
        + (examples.isEmpty ? "" : ", of \(examples.phrase)")
    case .taken(_, let replaced, _, _): return Self.taken((count ?? 0) - replaced, replaced, self)
    case .takenAlong: return "\(phrase) \(be) removed with merged objects"
    case .leftBehind:
      return count == nil
        ? "\(phrase) may be left behind by 'where'" : "\(phrase) \(be) left behind by 'where'"
    case .chosen(let objects, let unlinked): return chosen(objects, unlinked)
    case .merged(let key, let survivors, let values):
      let names = key.map { "'\($0)'" }.joined(separator: ", ")
      guard let survivors else { return "\(phrase) with the same \(names) are merged" }
      return "\(phrase) \(be) merged into \(Quantity.grouped(survivors)) with the same \(names)"
        + (values.isEmpty ? "" : ", such as " + values.joined(separator: "; "))
    case .renumbered(let entity):
      guard count != nil else {
        return "\(phrase) may get a new _id, where others have theirs in '\(entity)'"
      }
      let clause = count == 1 ? "another has its" : "others have theirs"
      return "\(phrase) \(get) a new _id, as \(clause) in '\(entity)'"
    case .recomputed(let columns, _): return recomputed(from: columns)
    case .rewritten(let objects):
      guard let count, let objects else { return "'using' may change '\(subject)' of every object" }
      return "'using' changes '\(subject)' of \(Quantity.grouped(count)) of "
        + Quantity.count(objects, "object")
    case .stepped(let step, let added):
      let names = step.touches.map { "'\($0)'" }.joined(separator: ", ")
      guard let count else { return "the \(step.title) may change \(names), and nothing else" }
      return "the \(step.title) \(step.work(on: count, adding: added)), of \(names)"
    case .removed: return "\(phrase) \(be) removed"
    case .emptied: return "\(phrase) \(be) emptied"
    case .resized(let before, let after):
      return "\(subject): \(Quantity.count(before, "row")) before, \(Quantity.grouped(after)) "
        + "afterwards, \(Self.foreign); their values were not compared"
    case .altered(let columns):
      let names = columns.map { "'\($0)'" }.joined(separator: ", ")
      return "\(subject): values\(names.isEmpty ? "" : " of \(names)") change in rows that stay, "
        + Self.foreign
    }
  }

  private static let foreign = "by a trigger or foreign key of your own"

  private static func taken(_ lost: Int64, _ replaced: Int64, _ effect: Effect) -> String {
    let parts = [(lost, "deleted"), (replaced, "replaced")].filter { $0.0 > 0 }
    let clauses = parts.enumerated().map { position, part in
      let (count, verb) = part
      let amount =
        position > 0
        ? Quantity.grouped(count)
        : "\(Quantity.count(count, effect.kind.unit.noun)) of '\(effect.subject)'"
      return "\(amount) \(count == 1 ? "is" : "are") \(verb)"
    }
    return clauses.joined(separator: " and ") + " by steps"
  }

  private func chosen(_ objects: Int64?, _ unlinked: Int64) -> String {
    guard let objects else {
      return "objects keep one of several links as '\(subject)', and the others are removed"
    }
    let parts =
      [(objects - unlinked, "one of several links"), (unlinked, "none of their links")]
      .filter { $0.0 > 0 }.map { number, links in
        "\(Quantity.count(number, "object")) \(number == 1 ? "keeps" : "keep") \(links)"
      }
    return "\(parts.joined(separator: " and ")) as '\(subject)', and "
      + "\(amount) \(count == 1 ? "is" : "are") removed"
  }

  private func recomputed(from columns: [String]) -> String {
    let names = columns.map { "'\($0)'" }.joined(separator: ", ")
    let source = "computed from \(names), which \(columns.count == 1 ? "changes" : "change")"
    guard let count else {
      return "'\(subject)' is \(source), and may have other values afterwards; "
        + "where it has, --allow \(approval ?? "") is asked for"
    }
    return "\(amount) of '\(subject)', which is \(source), "
      + (count == 1 ? "is another one" : "are other ones")
  }
}

extension Effect {
  /// The effect as a problem, with the flag that approves it.
  package var diagnostic: Diagnostic {
    var (code, text, location) = ("unapproved-loss", message, SourceLocation?.none)
    var notes = examples.isEmpty ? [] : [Diagnostic.Note(values: "of \(examples.phrase)")]
    switch kind {
    case .lost(_, let change):
      let part = change.approval?.hasSuffix(":\(subject)") == true ? "" : " of '\(subject)'"
      text =
        "version \(change.version) \(change.isCertain ? "loses" : "may lose") "
        + "\(amount)\(part): \(change.summary)"
      notes.insert(.init(change.reason), at: 0)
    case .taken(_, let replaced, let isNamed, let place):
      location = place
      if replaced > 0, !isNamed {
        notes.append(
          .init("name '\(subject)' under 'touches' if the step is there to change it"))
      }
    case .recomputed(_, let values):
      (code, notes) = (Self.recomputedCode, values.map { .init(values: $0) })
    default: break
    }
    if let approval { notes.append(.init("if that is meant, add '--allow \(approval)'")) }
    return Diagnostic(code: code, text, at: location, notes: notes)
  }
}

extension Effect.Unit {
  fileprivate var noun: String {
    switch self {
    case .objects: "object"
    case .values: "value"
    case .links: "link"
    case .order: "position"
    }
  }
}

extension Effect.Examples {
  /// The keys: `_id 1, 4, …`; for a key of several columns, `ord, pos (1, 'a'), (2, 'b')`.
  package var list: String {
    let texts = keys.map { key in
      guard names.count > 1, case .text(let parts) = key else { return key.excerpt }
      return "(\(parts))"
    }
    return names.joined(separator: ", ") + " " + texts.joined(separator: ", ")
      + (areMore ? ", …" : "")
  }

  /// The objects in words: `the objects with _id 1, 4, …`.
  package var phrase: String {
    "the \(keys.count == 1 && !areMore ? "object" : "objects") with \(list)"
  }
}

extension DeclaredStep {
  /// The work on this number of rows: `adds 1 row and replaces 2 rows`.
  fileprivate func work(on count: Int64, adding added: Int64) -> String {
    let rows = Quantity.count(count, "row")
    guard case .sql(let sql) = work else { return "changes \(rows)" }
    switch SQLTokens(sql).tokens.first?.keyword {
    case "DELETE": return "removes \(rows)"
    case "INSERT", "REPLACE":
      let parts = [("adds", added), ("replaces", count - added)].filter { $0.1 > 0 }
      guard !parts.isEmpty else { return "adds no row" }
      return parts.map { "\($0) \(Quantity.count($1, "row"))" }.joined(separator: " and ")
    default: return "changes \(rows)"
    }
  }
}
