internal import Diagnostics
internal import Files
internal import StoreVerification

extension ObjectImport {
  /// The imported paths at which no file exists, with the first place of each property.
  func missingFiles(_ files: OwnedFiles?) throws -> [Diagnostic] {
    let check = files.map {
      OwnedFileCheck(connection: connection, layout: layout, files: $0)
    }
    guard let files, let check, check.isPossible else { return [] }
    var missing = PlacesByName()
    do {
      for (name, table, identity) in try check.missing(where: Self.cameIn) {
        guard let identity, let place = try place(of: identity, inTable: table) else { continue }
        missing.add("\(name)", at: place.location)
      }
    } catch let error as SystemError {
      return [Diagnostic(code: "unreadable-folder", severity: .warning, error.message)]
    }
    return missing.warnings(
      "missing-owned-file", note: "copy the files to '\(files.folder)'"
    ) { "'\($0)' is a path at which there is no file, in \($1)" }
  }
}
