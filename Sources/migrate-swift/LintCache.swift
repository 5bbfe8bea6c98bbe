internal import Digests
internal import Files
internal import SwiftModels

/// What a lint of Swift source found the last time, and what the files said.
///
/// The findings are kept by all that they follow from: the options, and the paths and texts of all Swift
/// and schema files. Where one of these changed, the files that did not are not parsed again.
struct LintCache {
  private let folder: CacheFolder
  /// What was asked for, and what the schema files say.
  private let question: [UInt8]
  private let paths: [String]

  /// The cache of a lint of some paths, as the words of a command ask for it; nil where a file cannot be
  /// read, or there is no place for a cache.
  init?(_ words: [String], paths: [String], schemaFolders: [String]) {
    guard let folder = CacheFolder() else { return nil }
    var digest = Digest(.sha256)
    for word in words { digest.update(utf8: word + "\0") }
    for schemas in schemaFolders {
      guard let names = try? FileSystem.names(in: schemas) else { return nil }
      for path in names.sorted().map({ FilePath.join(schemas, $0) }) {
        if FileSystem.isFolder(path) { continue }
        guard let bytes = try? FileSystem.contents(of: path) else { return nil }
        digest.update(utf8: path + "\0")
        digest.update(Digest.of(bytes))
      }
    }
    (self.folder, self.paths, question) = (folder, paths, digest.finalize())
  }

  /// The report of the last lint that found the same files with the same texts, if there was one.
  func report() -> String? {
    SwiftDigest(ofFilesAt: paths).flatMap { folder.content(name(of: $0)) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// What is known of the files since the last lint of these paths.
  var facts: KeptFacts { KeptFacts(bytes: Array(folder.content(nameOfFacts) ?? [])) }

  /// Keeps what the files said, and the report where all that it follows from could be read.
  func keep(_ report: String?, of source: SwiftSource) {
    if let kept = source.kept, !source.isAllKept { folder.keep(kept.bytes, as: nameOfFacts) }
    guard let report, let digest = source.digest else { return }
    folder.keep(Array(report.utf8), as: name(of: digest))
  }

  private func name(of source: SwiftDigest) -> String {
    Digest.of(question + source.bytes).hexadecimal + CacheFolder.report
  }

  private var nameOfFacts: String {
    let place = [FileSystem.resolved(".")] + paths
    return Digest.of(Array(place.joined(separator: "\0").utf8)).hexadecimal + CacheFolder.facts
  }
}
