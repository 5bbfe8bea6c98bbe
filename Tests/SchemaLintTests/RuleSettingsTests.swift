import Diagnostics
import SchemaLint
import Testing

struct RuleSettingsTests {
  @Test(
    arguments: [
      (nil, .warning, .warning), (nil, .error, .error), (nil, .note, .note),
      (.error, .warning, .error), (.error, .note, .note), (.warning, .error, .warning),
      (.warning, .warning, .warning), (.note, .warning, .note),
    ] as [(RuleSettings.Level?, Diagnostic.Severity, Diagnostic.Severity)])
  func `the team's level changes the severities that evidence limits, but raises no note`(
    level: RuleSettings.Level?, limit: Diagnostic.Severity, severity: Diagnostic.Severity
  ) throws {
    var settings = RuleSettings()
    settings.overrides["missing-inverse"] = level
    let usual = try #require(settings.level(of: "missing-inverse").severity)
    #expect(settings.limited(usual, to: limit, of: "missing-inverse") == severity)
  }

  @Test func `selected rules run as usual, and no other rules`() {
    let settings = RuleSettings(overrides: ["missing-inverse": .warning, "case-collision": .off])
      .selecting(["missing-inverse", "case-collision", "stale-rename", "sync-unique"])
    let asked = RuleRegistry.rules.map(\.id).filter { settings.level(of: $0) != .off }
    #expect(asked == ["case-collision", "missing-inverse", "stale-rename", "sync-unique"])
    #expect(asked.map { settings.level(of: $0) } == [.error, .warning, .note, .error])
  }

  @Test func `rules that are ignored are off`() {
    let settings = RuleSettings(overrides: ["missing-inverse": .error])
      .ignoring(["missing-inverse"])
    #expect(settings.level(of: "missing-inverse") == .off)
    #expect(settings.level(of: "case-collision") == .error)
  }
}
