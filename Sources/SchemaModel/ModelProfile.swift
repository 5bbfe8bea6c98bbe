/// What a model has to live with besides its own rules.
public enum ModelProfile: String, Hashable, Sendable, CaseIterable {
  /// It is synchronised through CloudKit.
  case cloudkit
}
