/// A service with additional requirements that a model must meet.
public enum ModelProfile: String, Hashable, Sendable, CaseIterable {
  /// The model is synchronised through CloudKit.
  case cloudkit
}
