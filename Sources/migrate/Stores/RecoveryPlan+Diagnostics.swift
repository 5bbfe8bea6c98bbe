internal import Diagnostics
internal import Reports
internal import SQLite
internal import StoreVerification

extension RecoveryPlan {
  /// The diagnostics of the plan besides the recovered objects.
  var diagnostics: [Diagnostic] { differences.map(\.diagnostic) + losses }

  private var losses: [Diagnostic] {
    var losses: [Diagnostic] = []
    if lostLinks > 0 {
      losses.append(
        .init(
          code: "broken-reference", severity: .warning,
          "\(Quantity.count(lostLinks, "link")) of missing objects led nowhere in the backup "
            + "already, and \(lostLinks == 1 ? "does" : "do") not come back"))
    }
    if let first = filesLost.first {
      let (files, are) =
        filesLost.count == 1
        ? ("the external file '\(first)'", "is")
        : ("\(filesLost.count) external files, such as '\(first)',", "are")
      losses.append(
        .init(
          code: "missing-file", severity: .warning,
          "\(files) \(are) whole neither next to the store nor in the backup"))
    }
    if let first = appFilesLost.first {
      let (paths, lead) =
        appFilesLost.count == 1
        ? ("the path '\(first)'", "leads")
        : ("\(appFilesLost.count) paths, such as '\(first)',", "lead")
      losses.append(
        .init(
          code: "missing-owned-file", severity: .warning,
          "\(paths) of objects \(lead) to no file, neither in the folder of the app nor in the backup",
          notes: [.init("a backup that was taken '--with-files' has the files of the app")]))
    }
    if appFilesUnasked > 0 {
      losses.append(
        .init(
          code: "missing-owned-file", severity: .warning,
          "missing objects name \(Quantity.count(appFilesUnasked, "file")) of the app, which do not come back",
          notes: [.init("'--files DIR' puts them back from a backup that was taken '--with-files'")]
        ))
    }
    return losses
  }
}

extension RecoveryPlan.Difference {
  fileprivate var diagnostic: Diagnostic {
    let names = columns.map { "'\($0)'" }.joined(separator: ", ")
    let (differ, stay, they) =
      count == 1 ? ("differs", "stays", "it is") : ("differ", "stay", "they are")
    let note = Diagnostic.Note(
      "only '_id' says which is which; where it is another object's by now, "
        + "'--key \(entity):ATTRIBUTE' distinguishes them")
    return Diagnostic(
      code: "differing-object", severity: .warning,
      "\(Quantity.count(count, "object")) of '\(entity)' \(differ) from the backup in \(names), "
        + "and \(stay) as \(they)\(found.named)",
      notes: areSameByNumberAlone ? [note] : [])
  }
}
