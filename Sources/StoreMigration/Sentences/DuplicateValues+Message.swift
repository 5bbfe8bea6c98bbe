internal import Diagnostics
internal import SQLiteStore

extension DuplicateValues {
  /// The duplicates as a problem, at the key, with what the objects of some groups share.
  var diagnostic: Diagnostic {
    let names = properties.map { "'\($0)'" }.joined(separator: ", ")
    var notes = examples.map { Diagnostic.Note(message(of: $0)) }
    if Int64(examples.count) < groups {
      notes.append(
        .init("and \(Quantity.count(groups - Int64(examples.count), "group")) more"))
    }
    notes.append(
      .init(
        keyBefore == nil
          ? "give them different values, or let the version allow that they share them"
          : "merge them first: 'migrate repair' does it, the newest staying, or the one you prefer")
    )
    return Diagnostic(
      code: "duplicates",
      "\(objects) objects of '\(entity)' share their values of \(names), which must be unique, "
        + "in \(Quantity.count(groups, "group"))", at: location, notes: notes)
  }

  private func message(of group: Group) -> String {
    let values = zip(properties, group.values).map { "'\($0)' is \($1.excerpt)" }
    return "_id \(group.identities.map(String.init).joined(separator: ", ")): "
      + values.joined(separator: ", ")
  }
}
