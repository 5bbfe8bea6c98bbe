internal import Diagnostics
internal import SQLText
internal import SQLite
internal import SchemaModel
package import StoreLayout

/// A comparison of a property with a value that the store never has for this property.
///
/// For example, SQLite compares the number of a date with a text without an error, always with the same
/// result.
package struct MisfitComparison: Hashable, Sendable {
  /// The stored form of the property, and the value that it is compared with.
  package var reason: String
  /// The suggested comparison: `begins > unixepoch('2026-01-31')`; nil if none is known.
  package var replacement: String?

  /// The comparisons in a condition on objects of an entity that cannot be intended.
  package static func all(
    in condition: String, on entity: String, _ layout: StoreLayout
  ) -> [MisfitComparison] {
    let tokens = SQLTokens(condition)
    // A subquery has its own names.
    guard tokens.lastIndex(of: "SELECT") == nil else { return [] }
    return tokens.tokens.indices.compactMap { index in
      guard let value = tokens.value(at: index), let path = tokens.path(comparedWith: value),
        let misfit = layout.misfit(of: value, path, tokens, on: entity)
      else { return nil }
      let (isLeft, operand) = (path.lowerBound < index, misfit.operand ?? tokens.text(path))
      let sign = tokens.text(
        isLeft ? path.upperBound..<index : value.upperBound..<path.lowerBound)
      let isWhole = sign.allSatisfy { "=<>!".contains($0) } || sign.uppercased() == "IS"
      return MisfitComparison(
        reason: "'\(tokens.text(path))' is held as \(misfit.form), and is compared with "
          + tokens.text(value),
        replacement: misfit.value.map { value in
          guard isWhole else { return misfit.operand ?? value }
          return isLeft ? "\(operand) \(sign) \(value)" : "\(value) \(sign) \(operand)"
        })
    }
  }
}

extension StoreLayout {
  /// The stored form of the property at the end of a path, and a suggested comparison; nil if the property
  /// can have the value.
  fileprivate func misfit(
    of place: Range<Int>, _ path: Range<Int>, _ tokens: SQLTokens, on entity: String
  ) -> (form: String, operand: String?, value: String?)? {
    let (token, operand) = (tokens[place.lowerBound], tokens.text(path))
    let (value, source, isText) = (token.name, tokens.text(place), token.kind != .number)
    var names = path.map { tokens[$0].name }.filter { $0 != "." }[...]
    if names.first?.asciiLowercased == entity.asciiLowercased { names.removeFirst() }
    var owner = entity
    while let link = schema.relationship(named: names.first ?? "", of: owner)?.relationship {
      (owner, names) = (link.destination, names.dropFirst())
    }
    guard let name = names.first else {
      let named = schema.allAttributes(of: owner).first { $0.type == .string }
      return isText
        ? ("the _id of a '\(owner)'", named.map { "\(operand).\($0.name)" }, source) : nil
    }
    let number = Double(value).map { _ in value }
    let type = schema.allAttributes(of: owner).first {
      $0.name.asciiLowercased == name.asciiLowercased
    }?.type
    switch type {
    case .date where isText: return ("seconds since 1970", nil, "unixepoch(\(source))")
    case .decimal where !isText && !isExisting(owner):
      return ("text", "CAST(\(operand) AS REAL)", number)
    case .uuid where UUIDText.canonical(value) != value:
      return ("a UUID in capitals", nil, UUIDText.canonical(value)?.quotedText)
    case .bool where isText:
      return ("true or false", nil, ["true", "false"].first { $0 == value.lowercased() })
    case .enumeration(let reference):
      let type = AttributeType.enumeration(reference)
      let cases = (schema.cases(of: type) ?? []).compactMap { one in
        schema.storedValue(of: one.rawValue, as: type).map { (name: one.name, form: $0.literal) }
      }
      guard !cases.isEmpty, !cases.map(\.form).contains(source) else { return nil }
      let meant =
        cases.contains { $0.name == value } ? value : nearest(to: value, among: cases.map(\.name))
      return (
        "one of \(cases.map(\.form).joined(separator: ", "))", nil,
        cases.first { $0.name == meant }?.form
      )
    case .string where !isText, .url where !isText: return ("text", nil, value.quotedText)
    case .int16, .int32, .int64, .float, .double: return isText ? ("a number", nil, number) : nil
    default: return nil
    }
  }
}

extension SQLTokens {
  /// The literal at a place, or the call there that makes a text from a time.
  fileprivate func value(at index: Int) -> Range<Int>? {
    let (kind, word) = (self[index].kind, self[index].keyword)
    if [.text, .number].contains(kind) || ["CURRENT_DATE", "CURRENT_TIMESTAMP"].contains(word) {
      return index..<index + 1
    }
    return ["DATE", "DATETIME"].contains(word) && index + 1 < count && self[index + 1].text == "("
      ? index..<end(ofParenthesesAt: index + 1) : nil
  }

  /// The path of names that is compared with a value; nil if the value is not compared with a lone path.
  fileprivate func path(comparedWith value: Range<Int>) -> Range<Int>? {
    var start = value.lowerBound
    if start > 0, ["-", "+"].contains(self[start - 1].text) { start -= 1 }
    // Skips the values of a list, and the lower bound of a range.
    while start > 1, self[start - 1].text == "," { start -= 2 }
    if start > 2, self[start - 1].keyword == "AND", self[start - 3].keyword == "BETWEEN" {
      start -= 2
    }
    if start > 1, self[start - 1].text == "(", self[start - 2].keyword == "IN" { start -= 1 }
    var end = start
    while end > 0, isComparison(end - 1) { end -= 1 }
    if end < start {
      guard end > 0, isName(end - 1) else { return nil }
      var first = end - 1
      while first > 1, self[first - 1].text == ".", isName(first - 2) { first -= 2 }
      // A property that is part of a calculation has another type.
      return first > 0 && "+-*/%|&~".contains(self[first - 1].text) ? nil : first..<end
    }
    var first = value.upperBound
    while first < count, isComparison(first) { first += 1 }
    guard first > value.upperBound, first < count, isName(first) else { return nil }
    let past = self.end(ofNamesAt: first)
    return past < count && self[past].text == "(" ? nil : first..<past
  }

  private func isComparison(_ index: Int) -> Bool {
    ["=", "<", ">", "!"].contains(self[index].text)
      || ["IS", "NOT", "IN", "BETWEEN"].contains(self[index].keyword)
  }
}
