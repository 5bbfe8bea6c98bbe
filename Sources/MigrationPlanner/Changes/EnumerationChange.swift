public import SchemaModel

/// What became of the cases of an enumeration.
///
/// A case is the same case as long as it keeps its name; what is stored for it may differ.
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
    let old = Set(oldCases.map(\.name))
    return newCases.map(\.name).filter { !old.contains($0) }
  }

  /// The names of the cases that are gone, in order.
  public var removed: [String] {
    let new = Set(newCases.map(\.name))
    return oldCases.map(\.name).filter { !new.contains($0) }
  }

  /// The stored value of every case that stays, where it differs for at least one of them; else
  /// nothing.
  public var recodings: [Recoding] {
    let new = Dictionary(newCases.map { ($0.name, $0.rawValue) }, uniquingKeysWith: { $1 })
    let kept = oldCases.compactMap { old in new[old.name].map { Recoding(old.rawValue, as: $0) } }
    return kept.contains { $0.old != $0.new } ? kept : []
  }

  /// Whether the values of both sides are numbers, or those of both are texts.
  var isStoredAlike: Bool { (oldRawType == .int) == (newRawType == .int) }

  /// Whether anything differs that a store or the platform could notice.
  var isMaterial: Bool {
    oldRawType != newRawType || !added.isEmpty || !removed.isEmpty || !recodings.isEmpty
  }
}
