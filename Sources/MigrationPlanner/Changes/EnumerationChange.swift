public import SchemaModel

/// The change of an enumeration's cases.
///
/// A case is the same case as long as it keeps its name; its stored value may differ. A case with another
/// name is the same case if it keeps its raw value and that is a text: a number may be used again for another
/// case.
public struct EnumerationChange: Hashable, Sendable {
  /// The old type of the stored values.
  public var oldRawType: Enumeration.RawType
  /// The new type of the stored values.
  public var newRawType: Enumeration.RawType
  /// The old cases.
  public var oldCases: [Enumeration.Case]
  /// The new cases.
  public var newCases: [Enumeration.Case]

  /// A change from its two sides.
  init(from old: ResolvedEnumeration, to new: ResolvedEnumeration) {
    (oldRawType, oldCases) = (old.rawType, old.cases)
    (newRawType, newCases) = (new.rawType, new.cases)
  }
}

extension EnumerationChange {
  /// The names of the new cases, in order.
  public var added: [String] {
    let old = Set(oldCases.map(\.name) + renamed.map(\.new))
    return newCases.map(\.name).filter { !old.contains($0) }
  }

  /// The names of the removed cases, in order.
  public var removed: [String] {
    let new = Set(newCases.map(\.name) + renamed.map(\.old))
    return oldCases.map(\.name).filter { !new.contains($0) }
  }

  /// The renamed cases, which keep a text as raw value, by both names, in order.
  public var renamed: [(old: String, new: String)] {
    oldRawType == .string && newRawType == .string ? successors : []
  }

  /// The removed cases whose number a new case has, by both names, in order.
  public var reused: [(old: String, new: String)] {
    oldRawType == .int && newRawType == .int ? successors : []
  }

  /// The removed names, each with the new name that has its raw value.
  private var successors: [(old: String, new: String)] {
    let (old, new) = (Set(oldCases.map(\.name)), Set(newCases.map(\.name)))
    let names = Dictionary(
      newCases.filter { !old.contains($0.name) }.map { ($0.rawValue, $0.name) },
      uniquingKeysWith: { first, _ in first })
    return oldCases.filter { !new.contains($0.name) }.compactMap { gone in
      names[gone.rawValue].map { (gone.name, $0) }
    }
  }

  /// The old cases that stay under their name and have another raw value now, in order.
  public var recoded: [Enumeration.Case] {
    guard oldRawType == newRawType else { return [] }
    let new = Dictionary(newCases.map { ($0.name, $0.rawValue) }, uniquingKeysWith: { $1 })
    return oldCases.filter { old in new[old.name].map { $0 != old.rawValue } ?? false }
  }

  /// The cases whose raw values to write in the new version, so that all stored values keep their meaning.
  ///
  /// They are the recoded cases with their old raw values, and the new cases that have one of these numbers,
  /// each with a free one: `b = 1` and `c = 2` where `a, b` became `a, c, b`.
  public var keepingStoredValues: [Enumeration.Case] {
    let (recoded, added) = (recoded, Set(added))
    let values = Set(recoded.map(\.rawValue))
    let new = newCases.filter { added.contains($0.name) && $0.number != nil }
    let (taken, free) = (
      new.filter { values.contains($0.rawValue) }, new.filter { !values.contains($0.rawValue) }
    )
    let last = (oldCases + free).compactMap(\.number).max() ?? 0
    return recoded
      + zip(taken, (last + 1)...).map { Enumeration.Case($0.name, rawValue: .int($1)) }
  }

  /// The recoded cases whose old raw value another case has now, by both names, in order; empty if one of
  /// the old raw values is no case's.
  public var misread: [(old: String, new: String)] {
    let new = Dictionary(newCases.map { ($0.rawValue, $0.name) }, uniquingKeysWith: { $1 })
    let pairs = recoded.compactMap { old in new[old.rawValue].map { (old.name, $0) } }
    return pairs.count == recoded.count && removed.isEmpty ? pairs : []
  }

  /// The stored values of the cases that stay; empty if none of them changes.
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

  /// Whether a case that stays has a raw value now which no old case has: code that knows the old cases cannot
  /// write it.
  public var needsUnknownValue: Bool {
    let known = Set(oldCases.map(\.rawValue))
    return oldRawType != newRawType
      || recodings.contains { $0.old != $0.new && !known.contains($0.new) }
  }

  /// Whether the values of both sides are numbers, or both are texts.
  var isStoredAlike: Bool { (oldRawType == .int) == (newRawType == .int) }

  /// Whether the enumeration changes in a way that a store or the platform could notice.
  var isMaterial: Bool {
    oldRawType != newRawType || !added.isEmpty || !removed.isEmpty || !renamed.isEmpty
      || !recodings.isEmpty
  }
}

extension Enumeration.Case {
  /// The raw value, if it is a number.
  fileprivate var number: Int64? {
    if case .int(let number) = rawValue { number } else { nil }
  }
}
