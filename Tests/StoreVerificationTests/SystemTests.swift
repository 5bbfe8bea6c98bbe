import SchemaModel
import SchemaYAML
import StoreCreation
import StoreVerification
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct SystemTests {
  private static let schemas = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Schemas").path

  static let versions: [String] = {
    let systems = (try? SchemaReader.systems(inDirectory: schemas)) ?? []
    return systems.flatMap { system in
      ((try? SchemaReader.history(inDirectory: system))?.versions ?? []).map {
        "\(system)|\($0.schema.version)"
      }
    }
  }()

  @Test func `there are versions to verify`() { #expect(Self.versions.count >= 12) }

  @Test(arguments: versions)
  func `sample data is sound by every check`(version: String) throws {
    let parts = version.split(separator: "|").map(String.init)
    let history = try SchemaReader.history(inDirectory: parts[0])
    let document = try #require(Version(parts[1]).flatMap { history[$0] })
    let folder = FileManager.default.temporaryDirectory.appending(path: "systems-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "sample.store").path
    let counts = try SampleStore.create(at: path, of: document, objects: 40, seed: 11)
    var options = VerificationOptions()
    options.history = history
    let report = try StoreVerifier.verify(storeAt: path, options: options)
    #expect(report.findings.map(\.message) == [])
    #expect(report.version == document.schema.version)
    #expect(report.entities.allSatisfy { counts[$0.entity].map(Int64.init) == $0.count })
    #expect(report.entities.contains { $0.count > 0 })
  }
}
