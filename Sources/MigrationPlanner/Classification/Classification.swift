/// The platform's ability to infer what happens to the data.
public enum Classification: String, Hashable, Sendable, CaseIterable {
  /// The platform can infer it.
  case lightweight
  /// The developer must say what happens.
  case custom
}

/// The likelihood that a change loses values.
public enum DataLossRisk: String, Hashable, Sendable, CaseIterable, Comparable {
  /// No value is lost.
  case none
  /// Values may be lost, depending on the data.
  case possible
  /// Every existing value will be lost.
  case certain

  /// Orders from the lowest risk to the highest.
  public static func < (left: Self, right: Self) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
  }
}

extension DataLossRisk {
  /// The risk for values, in words.
  package var phrase: String {
    switch self {
    case .none: "no value is lost"
    case .possible: "values may be lost"
    case .certain: "values will be lost"
    }
  }
}
