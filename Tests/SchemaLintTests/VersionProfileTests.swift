import Diagnostics
import SchemaLint
import SchemaModel
import Testing

/// A profile holds for the versions that declare or inherit it.
struct VersionProfileTests {
  private static let first = """
    entities:
      Book: {attributes: {isbn: string?, pages: int?}, unique: [[isbn]]}
    """

  /// The findings on synchronised models: the file and the rule of each.
  private static func found(
    _ versions: [String], locked: Int = 0, _ settings: RuleSettings = RuleSettings()
  ) throws -> [String] {
    let model = try MarkedModel(versions)
    let pinned = model.history.versions.prefix(locked).map { ReleasedVersion(releasing: $0) }
    let context = LintContext(released: ["Library": pinned])
    return model.report(settings: settings, context: context).findings
      .filter { $0.finding.rule.name.hasPrefix("sync-") }.map { judged in
        let file = judged.diagnostic.location?.file.split(separator: "/").last ?? ""
        return "\(file) \(judged.finding.rule): \(judged.diagnostic.severity)"
      }
  }

  @Test func `a version before the profile is not checked, and one that inherits the profile is`()
    throws
  {
    let second = "profile: cloudkit\nextends: V1.yaml"
    let third = """
      extends: V2.yaml
      entities: {Note: {attributes: {key: string?}, unique: [[key]]}}
      """
    #expect(
      try Self.found([Self.first, second, third], locked: 1) == [
        "V2.yaml sync-unique: error", "V3.yaml sync-unique: error",
      ])
    #expect(try Self.found([Self.first, "extends: V1.yaml"]) == [])
    #expect(
      try Self.found([Self.first, "extends: V1.yaml"], RuleSettings(profile: .cloudkit)) == [
        "V1.yaml sync-unique: error"
      ])
  }

  @Test func `a step before the profile may change everything`() throws {
    let first = "entities: {Book: {attributes: {isbn: string?, pages: int?}}}"
    let second = "extends: V1.yaml\nremoved: {attributes: [Book.pages]}"
    let third = "profile: cloudkit\nextends: V2.yaml\nentities: {Book: {attributes: {size: int?}}}"
    let fourth = "extends: V3.yaml\nremoved: {attributes: [Book.isbn]}"
    #expect(
      try Self.found([first, second, third, fourth], locked: 3)
        == ["V4.yaml sync-not-additive: error"])
  }
}
