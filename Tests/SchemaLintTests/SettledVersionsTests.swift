import Diagnostics
import SchemaLint
import SchemaModel
import Testing

/// Findings in locked versions, and between them, are notes.
struct SettledVersionsTests {
  private static let first = """
    entities:
      Book: {attributes: {pages: int}, relationships: {notes: {toMany: Note}}}
      Note: {}
    """
  private static let second = "extends: V1.yaml\nremoved: {attributes: [Book.pages]}"
  private static let third = """
    extends: V2.yaml
    entities:
      Note: {relationships: {tags: {toMany: Tag}}}
      Tag: {}
    """

  /// The findings where the first versions are locked: rule, severity and file of each.
  private static func found(
    _ versions: [String], locked: Int, edited: [String]? = nil, _ settings: RuleSettings = .init(),
    oldest: Version? = nil
  ) throws -> [String] {
    let pinned = try MarkedModel(versions).history.versions.prefix(locked).map {
      ReleasedVersion(releasing: $0)
    }
    var context = LintContext(released: ["Library": pinned])
    if let oldest { context.oldestSupported = ["Library": oldest] }
    return try MarkedModel(edited ?? versions).report(settings: settings, context: context)
      .findings.map { judged in
        let file = judged.diagnostic.location?.file.split(separator: "/").last ?? ""
        return "\(file) \(judged.finding.rule): \(judged.diagnostic.severity)"
      }
  }

  private static let rules = RuleSettings(
    overrides: ["implicit-delete-rule": .off, "required-without-default": .off])

  @Test func `findings in locked versions and between them are notes, and others are not`() throws {
    #expect(
      try Self.found([Self.first, Self.second, Self.third], locked: 2, Self.rules) == [
        "V1.yaml missing-inverse: note", "V2.yaml drop-attribute: note",
        "V3.yaml missing-inverse: error",
      ])
    #expect(
      try Self.found([Self.first, Self.second, Self.third], locked: 1, Self.rules) == [
        "V1.yaml missing-inverse: note", "V2.yaml drop-attribute: error",
        "V3.yaml missing-inverse: error",
      ])
  }

  @Test func `other findings in the step to a locked version are notes, too`() throws {
    let model = try MarkedModel([
      "entities: {Book: {attributes: {title: string?}}}",
      """
      extends: V1.yaml
      entities: {Book: {attributes: {pages: int}}}
      migration: {kind: lightweight}
      """,
    ])
    let pinned = model.history.versions.map { ReleasedVersion(releasing: $0) }
    func problems(locked: Int) -> [String] {
      let released = ["Library": Array(pinned.prefix(locked))]
      return model.report(context: LintContext(released: released)).problems
        .map { "\($0.code): \($0.severity)" }
    }
    #expect(problems(locked: 1) == ["asserted-lightweight: error"])
    #expect(problems(locked: 2) == ["asserted-lightweight: note"])
  }

  @Test func `the team's level raises no finding of a locked version`() throws {
    var settings = Self.rules
    settings.overrides["missing-inverse"] = .error
    #expect(
      try Self.found([Self.first], locked: 1, settings) == ["V1.yaml missing-inverse: note"])
  }

  @Test func `a finding that a later version shares with a locked one is one note, at the later`()
    throws
  {
    #expect(
      try Self.found([Self.first, Self.first], locked: 1, Self.rules)
        == [
          "V2.yaml identical-versions: note", "V2.yaml missing-inverse: note",
        ])
  }

  @Test func `an edited version no longer counts as released, and its edit is an error`() throws {
    let edited = Self.first.replacing("pages: int", with: "pages: double")
    #expect(
      try Self.found([Self.first], locked: 1, edited: [edited], Self.rules) == [
        "V1.yaml released-version-edited: error", "V1.yaml missing-inverse: error",
      ])
  }

  @Test func `steps from versions that are no longer in the field are left out`() throws {
    #expect(
      try Self.found(
        [Self.first, Self.second, Self.third], locked: 0, Self.rules, oldest: Version(2)) == [
          "V1.yaml missing-inverse: error", "V3.yaml missing-inverse: error",
        ])
  }
}
