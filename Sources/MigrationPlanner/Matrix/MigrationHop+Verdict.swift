extension MigrationHop {
  /// The verdict on the hop: custom or lightweight; if known, in place or rewritten instead of lightweight.
  public var verdict: HopMatrix.Verdict {
    switch classification {
    case .custom: .custom
    case .lightweight:
      rewritesRows.map { $0 ? HopMatrix.Verdict.rewritten : .inPlace } ?? .lightweight
    }
  }
}
