internal import SQLite
internal import Diagnostics
internal import SchemaModel
internal import StoreVerification

extension FailedCheck {
  /// The check as a problem, at its place, with the first counted rows.
  var diagnostic: Diagnostic {
    Diagnostic(
      code: "failed-check",
      "the \(moment.rawValue) check does not hold: \(subject) \(found.clause), "
        + "and should be \(expected.literal)",
      at: location, notes: [rows, wayOut].compactMap(\.self).map { .init($0) })
  }

  private var subject: String {
    switch check {
    case .count(let entity, _): "the number of objects of '\(entity)'"
    case .expect(let sql, _): "'\(sql)'"
    }
  }

  private var rows: String? {
    StoreVerification.Finding.identities(examples)
  }

  private var wayOut: String {
    switch (found, moment) {
    case (.error, _): "correct the query, or the values that it fails on"
    case (.severalValues, _):
      "let the query give one value, as 'SELECT count(*) FROM … WHERE …' does"
    case (.value, .before), (.noRow, .before):
      "correct the objects first, or what the check expects"
    case (.value, .after), (.noRow, .after):
      "correct what 'migration: map:' makes of the objects, or what the check expects"
    }
  }
}

extension FailedCheck.Finding {
  /// The finding, for use after the subject.
  fileprivate var clause: String {
    switch self {
    case .value(let value): "is \(value.literal)"
    case .noRow: "gives no row"
    case .severalValues: "gives several values"
    case .error(let error): "cannot be asked (\(error.message))"
    }
  }
}
