import Foundation
import TestSupport
import Testing

/// What the GitHub Action runs, and what `make install` lays down besides the command.
struct ActionTests {
  private let workshop: Workshop

  init() throws {
    workshop = try Workshop()
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      entities:
        Film:
          attributes: {hash: int?}

      """, to: "my schemas/V1.yaml")
  }

  @Test func `the action annotates, sums up, reports, and ends as the command does`() throws {
    let run = try action(
      [
        "MIGRATE_ARGUMENTS": "--schemas\nmy schemas", "MIGRATE_SARIF": "out.sarif",
        "MIGRATE_JUNIT": "",
      ])
    #expect(
      run.output == """
        ::warning title=missing-lock::nothing is locked of 'Library', so nobody notices when a \
        released version is edited%0Aonce a version is released: 'migrate lock'
        ::error file=my schemas/V1.yaml,line=5,col=18,title=reserved-name::the attribute 'hash' is \
        named like something that every object of the platform has%0Achoose another name, such as \
        'filmHash'; where 'hash' is released, write 'renamedFrom: hash' beside that in the next version

        """)
    #expect(run.status == 1)
    #expect(try text("output") == "status=1\n")
    #expect(try text("summary").hasPrefix("earlier\n### migrate check: 1 error, 1 warning\n\n| |"))
    #expect(try text("summary").contains("\n| Library 1.0.0 | |\n|---|---|\n| lock | nothing"))
    #expect(try text("out.sarif").hasPrefix("{\n  \"$schema\": "))
    #expect(try workshop.files() == ["out.sarif", "output", "summary"])
  }

  @Test func `an argument is never taken for a part of the script`() throws {
    let run = try action(["MIGRATE_ARGUMENTS": "$(touch hacked)\n; touch hacked\n"])
    #expect(run.status == 64)
    #expect(!workshop.has("hacked"))
  }

  @Test func `the manual page and the completions go where each is looked for`() throws {
    let script = BuiltProducts.repository.appending(path: ".ci/install-documentation").path
    let run = try workshop.start([script, "prefix"], environment: ["MIGRATE": Workshop.tool])
      .finish()
    #expect(run == Run(output: "", error: "", status: 0))
    let share = workshop.folder.appending(path: "prefix/share")
    let files = try FileManager.default.subpathsOfDirectory(atPath: share.path).filter {
      (try? Data(contentsOf: share.appending(path: $0)))?.isEmpty == false
    }
    #expect(
      files.sorted() == [
        "bash-completion/completions/migrate", "fish/vendor_completions.d/migrate.fish",
        "man/man1/migrate.1", "zsh/site-functions/_migrate",
      ])
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try workshop.bytes(name), as: UTF8.self)
  }

  private func action(_ inputs: [String: String]) throws -> Run {
    try workshop.write("earlier\n", to: "summary")
    let folder = BuiltProducts.folder.path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [
      "PATH": "\(folder):\(path)", "GITHUB_STEP_SUMMARY": workshop.path("summary"),
      "GITHUB_OUTPUT": workshop.path("output"),
    ]
    let script = BuiltProducts.repository.appending(path: ".ci/action").path
    return try workshop.start([script], environment: environment.merging(inputs) { $1 }).finish()
  }
}
