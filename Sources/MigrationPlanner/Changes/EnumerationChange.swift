public import SchemaModel

/// What became of the cases of an enumeration.
///
/// A case is the same case as long as it keeps its name; what is stored for it may differ. One that
/// has another name is the same case if it keeps its raw value and that is a text: a number may be
/// used again for something else.
public struct EnumerationChange: Hashable, Sendable {
  /// What was stored for a case.
  public var oldRawType: Enumeration.RawType
  /// What is stored for a case now.
  public var newRawType: Enumeration.RawType
  /// The cases there were.
  public var oldCases: [Enumeration.Case]
  /// The cases there are.
  public var newCases: [Enumeration.Case]

  /// A change from its two sides.
  init(from old: ResolvedEnumeration, to new: ResolvedEnumeration) {
    (oldRawType, oldCases) = (old.rawType, old.cases)
    (newRawType, newCases) = (new.rawType, new.cases)
  }
}

extension EnumerationChange {
  /// The names of the cases that are new, in order.
  public var added: [String] {
    let old = Set(oldCases.map(\.name) + renamed.map(\.new))
    return newCases.map(\.name).filter { !old.contains($0) }
  }

  /// The names of the cases that are gone, in order.
  public var removed: [String] {
    let new = Set(newCases.map(\.name) + renamed.map(\.old))
    return oldCases.map(\.name).filter { !new.contains($0) }
  }

  /// The cases that have another name and the same text as raw value, by both names, in order.
  public var renamed: [(old: String, new: String)] {
    oldRawType == .string && newRawType == .string ? successors : []
  }

  /// The cases that are gone while a new one has their number, by both names, in order.
  public var reused: [(old: String, new: String)] {
    oldRawType == .int && newRawType == .int ? successors : []
  }

  /// The old names that are gone, each with the new one that has its raw value.
  private var successors: [(old: String, new: String)] {
    let (old, new) = (Set(oldCases.map(\.name)), Set(newCases.map(\.name)))
    let names = Dictionary(
      newCases.filter { !old.contains($0.name) }.map { ($0.rawValue, $0.name) },
      uniquingKeysWith: { first, _ in first })
    return oldCases.filter { !new.contains($0.name) }.compactMap { gone in
      names[gone.rawValue].map { (gone.name, $0) }
    }
  }

  /// The stored value of every case that stays, where it differs for at least one of them; else
  /// nothing.
  public var recodings: [Recoding] {
    let new = Dictionary(newCases.map { ($0.name, $0.rawValue) }, uniquingKeysWith: { $1 })
    let names = Set(renamed.map(\.old))
    let kept = oldCases.compactMap { old in
      (new[old.name] ?? (names.contains(old.name) ? old.rawValue : nil)).map {
        Recoding(old.rawValue, as: $0)
      }
    }
    return kept.contains { $0.old != $0.new } ? kept : []
  }

  /// Whether the values of both sides are numbers, or those of both are texts.
  var isStoredAlike: Bool { (oldRawType == .int) == (newRawType == .int) }

  /// Whether anything differs that a store or the platform could notice.
  var isMaterial: Bool {
    oldRawType != newRawType || !added.isEmpty || !removed.isEmpty || !renamed.isEmpty
      || !recodings.isEmpty
  }
}
