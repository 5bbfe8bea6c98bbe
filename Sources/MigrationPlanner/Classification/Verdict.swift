/// What a change means for the platform and for the data.
struct Verdict: Hashable, Sendable {
  /// What keeps the platform from inferring it; nil where it does.
  var obstacle: InferenceObstacle?
  var reason: String
  var risk: DataLossRisk
  var isHashNeutral: Bool?

  var classification: Classification { obstacle == nil ? .lightweight : .custom }

  /// The platform infers it.
  static func inferred(
    _ reason: String, risk: DataLossRisk = .none, isHashNeutral: Bool? = false
  ) -> Self {
    Self(obstacle: nil, reason: reason, risk: risk, isHashNeutral: isHashNeutral)
  }

  /// The platform's version hashes leave it out, so that it asks for no migration at all.
  static func unseen(_ reason: String, risk: DataLossRisk = .none) -> Self {
    Self(obstacle: nil, reason: reason, risk: risk, isHashNeutral: true)
  }

  /// Somebody must say what happens, or nobody knows whether the platform would infer it.
  static func custom(
    _ obstacle: InferenceObstacle, _ reason: String, risk: DataLossRisk = .none,
    isHashNeutral: Bool? = false
  ) -> Self {
    Self(obstacle: obstacle, reason: reason, risk: risk, isHashNeutral: isHashNeutral)
  }
}
