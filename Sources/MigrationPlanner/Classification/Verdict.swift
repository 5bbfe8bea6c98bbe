/// The consequences of a change for the platform and for the data.
struct Verdict: Hashable, Sendable {
  /// The reason why the platform cannot infer it; nil if it can.
  var obstacle: InferenceObstacle?
  var reason: String
  /// What a migration by `migrate` does, besides the reason.
  private(set) var consequence: String?
  var risk: DataLossRisk
  var isHashNeutral: Bool?

  var classification: Classification { obstacle == nil ? .lightweight : .custom }

  /// The reason with the consequence.
  var wholeReason: String { consequence.map { "\(reason); \($0)" } ?? reason }

  /// The verdict with what a migration by `migrate` does, if that is to be said.
  func here(_ consequence: String?) -> Self {
    var verdict = self
    verdict.consequence = consequence
    return verdict
  }

  /// The platform infers it.
  static func inferred(
    _ reason: String, risk: DataLossRisk = .none, isHashNeutral: Bool? = false
  ) -> Self {
    Self(obstacle: nil, reason: reason, risk: risk, isHashNeutral: isHashNeutral)
  }

  /// The platform's version hashes leave the change out, so that it requires no migration.
  static func unseen(_ reason: String, risk: DataLossRisk = .none) -> Self {
    Self(obstacle: nil, reason: reason, risk: risk, isHashNeutral: true)
  }

  /// The developer must say what happens, or it is unknown whether the platform would infer it.
  static func custom(
    _ obstacle: InferenceObstacle, _ reason: String, risk: DataLossRisk = .none,
    isHashNeutral: Bool? = false
  ) -> Self {
    Self(obstacle: obstacle, reason: reason, risk: risk, isHashNeutral: isHashNeutral)
  }
}
