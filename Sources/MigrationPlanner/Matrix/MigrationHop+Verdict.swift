extension MigrationHop {
  /// What the hop is called: custom or lightweight, or in place or rewritten in the place of
  /// lightweight, where it was asked.
  public var verdict: HopMatrix.Verdict {
    switch classification {
    case .custom: .custom
    case .lightweight:
      rewritesRows.map { $0 ? HopMatrix.Verdict.rewritten : .inPlace } ?? .lightweight
    }
  }
}
