import Foundation
import TestSupport
import Testing

/// The scripts in `Examples`, run as a person runs them.
struct ExampleTests {
  static let scripts: [String] = {
    let folder = BuiltProducts.repository.appending(path: "Examples").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // What the others share does nothing by itself.
    return names.filter { $0.hasSuffix(".sh") && $0 != "common.sh" }.sorted()
  }()

  @Test func `there are scripts`() { #expect(Self.scripts.count >= 5) }

  @Test(arguments: scripts)
  func `an example ends well and leaves nothing behind`(script: String) throws {
    let workshop = try Workshop()
    let path = BuiltProducts.repository.appending(path: "Examples/\(script)").path
    let run = try workshop.start(
      ["bash", path],
      environment: ["MIGRATE": Workshop.tool, "TMPDIR": workshop.folder.path, "BOOKS": "20"]
    ).finish()
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path) == [])
  }

  @Test func `an example runs the command that is installed`() throws {
    let workshop = try Workshop()
    let path = BuiltProducts.repository.appending(path: "Examples/epilogue-demo.sh").path
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try workshop.start(
      ["bash", path],
      environment: [
        "PATH": "\(BuiltProducts.folder.path):\(inherited)", "TMPDIR": workshop.folder.path,
      ]
    ).finish()
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test func `an example without the command says how to build it`() throws {
    let workshop = try Workshop()
    let path = BuiltProducts.repository.appending(path: "Examples/ci-check.sh").path
    let run = try workshop.start(["bash", path], environment: ["MIGRATE": "no/such"]).finish()
    #expect(
      run
        == Run(
          output: "",
          error: """
            error: there is no 'no/such'; run 'make build', then MIGRATE=.build/release/migrate \
            \(path)

            """, status: 2))
  }
}
