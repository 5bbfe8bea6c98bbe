internal import Diagnostics
internal import SQLiteStore
internal import StoreVerification

extension DuplicateValues {
  /// The duplicates as a problem, at the key, with what the objects of some groups share.
  var diagnostic: Diagnostic {
    if let toOne { return diagnostic(at: toOne) }
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

  /// The objects as what keeps another from being linked to one alone.
  private func diagnostic(at end: PropertyName) -> Diagnostic {
    var notes = examples.compactMap { group -> Diagnostic.Note? in
      guard let near = group.values.first else { return nil }
      return .init("_id \(near.excerpt): '\(end.property)' is \(group.objects)")
    }
    if Int64(examples.count) < groups {
      notes.append(.init("and \(groups - Int64(examples.count)) more"))
    }
    let stored = properties.joined(separator: ", ")
    notes.append(
      .init(
        "correct the objects before, or say which links stay: "
          + "{\(stored): {using: \"CASE WHEN … THEN \(stored) END\"}} "
          + "under 'migration: map: \(entity):'"))
    return Diagnostic(
      code: "inconvertible-value",
      "the value of \(Quantity.count(groups, "object")) for '\(end)' cannot be converted: "
        + "it leads to several objects", at: location, notes: notes)
  }

  private func message(of group: Group) -> String {
    let values = zip(properties, group.values).map { "'\($0)' is \($1.excerpt)" }
    return "\(group.objects): \(values.joined(separator: ", "))"
  }
}

extension DuplicateValues.Group {
  /// What tells the objects apart: `_id 1, 2`.
  fileprivate var objects: String {
    key ?? "_id \(identities.map(String.init).joined(separator: ", "))"
  }
}
