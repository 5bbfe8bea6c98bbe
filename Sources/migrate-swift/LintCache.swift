internal import Digests
internal import Files
internal import SwiftModels

/// The results of the last lint of Swift source, and the facts that were read from its files.
///
/// The key of a report consists of everything that the findings depend on: the options, and the paths and
/// texts of all Swift and schema files. If one of these changed, the unchanged files are not parsed again.
struct LintCache {
  private let folder: CacheFolder
  /// The digest of the command's words and of the schema files.
  private let question: [UInt8]
  private let paths: [String]

  /// The cache for a lint of some paths with the words of a command.
  ///
  /// The result is nil if a file cannot be read, or if there is no cache folder.
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

  /// The report of an earlier lint of the same files with the same texts, if it is cached.
  func report() -> String? {
    SwiftDigest(ofFilesAt: paths).flatMap { folder.content(name(of: $0)) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The facts of the files from the last lint of these paths.
  var facts: KeptFacts { KeptFacts(bytes: Array(folder.content(nameOfFacts) ?? [])) }

  /// Writes the facts of the files, and the report if there is one.
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
