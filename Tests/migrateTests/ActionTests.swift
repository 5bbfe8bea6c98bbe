import Foundation
import TestSupport
import Testing

/// The GitHub Action, and the files that `make install` installs in addition to the command.
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
        'filmHash', with 'renamedFrom: hash' where a released version has 'hash'

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

  @Test(arguments: ["", String(repeating: "0", count: 40)])
  func `without a revision to compare with, all findings count`(revision: String) throws {
    let run = try action(
      ["MIGRATE_ARGUMENTS": "--since\n\(revision)\n--schemas\nmy schemas\n--only\nlint\n"])
    #expect(
      run.output.split(separator: "\n").map { $0.prefix { $0 != "," } } == [
        "::notice title=since::there is no revision to compare with",
        "::error file=my schemas/V1.yaml",
      ])
    #expect(run.status == 1)
    let last = try action(
      ["MIGRATE_ARGUMENTS": "--schemas\nmy schemas\n--only\nlint\n--since\n\(revision)"])
    #expect(last == run)
  }

  @Test func `a revision to compare with must exist`() throws {
    let run = try action(
      ["MIGRATE_ARGUMENTS": "--schemas\nmy schemas\n--since\n0", "MIGRATE_COMMAND": "lint"])
    #expect(run.output.hasPrefix("::error title="), "\(run)")
    #expect(run.status == 2)
  }

  @Test func `the action installs without make`() throws {
    let steps = try BuiltProducts.text("action.yml")
    #expect(steps.contains(#""$GITHUB_ACTION_PATH/.ci/install" "$PREFIX""#))
    try workshop.write("#!/bin/sh\nexit 127\n", to: "none/make")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: workshop.path("none/make"))
    let folder = BuiltProducts.folder.path
    let run = try workshop.start(
      [script("install"), "prefix", folder],
      environment: ["PATH": "\(workshop.path("none")):\(Self.path)"]
    ).finish()
    #expect(run.status == 0, "\(run)")
    #expect(workshop.has("prefix/bin/migrate"))
    #expect(workshop.has("prefix/share/migrate/schema.json"))
    #expect(workshop.has("prefix/share/migrate/tests.json"))
  }

  @Test func `a build has another name as soon as a source is another`() throws {
    for (file, text) in [
      ("Package.swift", "1"), ("Sources/A.swift", "2"), ("Plugins/B.swift", "3"),
      ("Schemas/schema.json", "{}"), ("Documentation/rules/a.md", "4"),
    ] { try workshop.write(text, to: file) }
    try workshop.write(try BuiltProducts.text(".ci/build-key"), to: ".ci/build-key")
    func key() throws -> Run {
      try workshop.start(["bash", workshop.path(".ci/build-key")]).finish()
    }
    let first = try key()
    #expect(first.output.wholeMatch(of: /[0-9a-f]{64}\n/) != nil, "\(first)")
    #expect(try key() == first)
    try workshop.write("2 ", to: "Sources/A.swift")
    let second = try key()
    #expect(second.status == 0)
    #expect(second != first)
  }

  #if os(Linux)
    @Test func `a build must contain a library whose static form exists`() throws {
      // The command of the tests asks the system for its libraries.
      let tool = Workshop.tool
      func check() throws -> Run {
        try workshop.start([script("check-linked"), tool, "libraries"]).finish()
      }
      try workshop.write("", to: "libraries/libother.a")
      #expect(try check() == Run(output: "", error: "", status: 0))
      try workshop.write("", to: "libraries/libsqlite3.a")
      #expect(
        try check()
          == Run(
            output: "",
            error: """
              error: '\(tool)' asks the system for libsqlite3, and was to contain \
              libraries/libsqlite3.a

              """, status: 1))
    }

    @Test func `the settings of the libraries lead to their static forms first`() throws {
      let run = try workshop.start([script("static-libraries"), "a folder"]).finish()
      #expect(run == Run(output: workshop.path("a folder") + "\n", error: "", status: 0))
      let yaml = try text("a folder/yaml-0.1.pc").split(separator: "\n")
      let folder = workshop.path("a folder").replacing(" ", with: "\\ ")
      #expect(yaml.last?.hasPrefix("Libs: -L\(folder) -L/") == true, "\(yaml)")
    }
  #endif

  @Test func `the manual page and the completions are installed where shells look for them`() throws
  {
    let script = script("install-documentation")
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

  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  private func script(_ name: String) -> String {
    BuiltProducts.repository.appending(path: ".ci/\(name)").path
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try workshop.bytes(name), as: UTF8.self)
  }

  private func action(_ inputs: [String: String]) throws -> Run {
    try workshop.write("earlier\n", to: "summary")
    let folder = BuiltProducts.folder.path
    let environment = [
      "PATH": "\(folder):\(Self.path)", "GITHUB_STEP_SUMMARY": workshop.path("summary"),
      "GITHUB_OUTPUT": workshop.path("output"),
    ]
    return try workshop.start([script("action")], environment: environment.merging(inputs) { $1 })
      .finish()
  }
}
