internal import Diagnostics

/// Reads the attributes of a model's element, and reports unknown ones.
struct ElementFields {
  /// The element.
  let element: MarkupElement
  /// The name of the element in messages: `Book.title`.
  let part: String
  private let log: ImportLog

  init(_ element: MarkupElement, of part: String, log: ImportLog) {
    self.element = element
    self.part = part
    self.log = log
  }

  /// The text of an attribute; nil if it is missing.
  func text(_ name: String) -> String? { element.attribute(name)?.value }

  /// The text of an attribute; nil if it is missing or empty.
  func nonEmpty(_ name: String) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The place of an attribute, or else of the element.
  func location(_ name: String) -> SourceLocation {
    element.attribute(name)?.location ?? element.location
  }

  /// Whether an attribute is `YES`; false if it is missing.
  func flag(_ name: String) -> Bool {
    switch text(name)?.lowercased() {
    case nil, "no"?, "false"?, "0"?: return false
    case "yes"?, "true"?, "1"?: return true
    case let text?:
      log.report(
        .invalidValue(text, attribute: name, expected: "YES or NO"), at: location(name))
      return false
    }
  }

  /// The value of an attribute as a count; nil if it is missing or invalid.
  func count(_ name: String) -> Int? {
    guard let text = nonEmpty(name) else { return nil }
    guard let count = Int(text), count >= 0 else {
      log.report(.invalidValue(text, attribute: name, expected: "a count"), at: location(name))
      return nil
    }
    return count
  }

  /// Adds a remark on an attribute, unless it is missing or empty.
  func remark(_ name: String, _ subject: ImportRemark.Subject) {
    guard let value = nonEmpty(name) else { return }
    log.remark(subject, of: part, value, at: location(name))
  }

  /// Adds a remark on every unknown attribute and child of the element.
  func remarkUnknown(attributes: Set<String>, elements: Set<String>) {
    for attribute in element.attributes where !attributes.contains(attribute.name) {
      log.remark(
        .unknown, of: part, "\(attribute.name)=\"\(attribute.value)\"", at: attribute.location)
    }
    for child in element.children where !elements.contains(child.name) {
      log.remark(.unknown, of: part, "a '<\(child.name)>'", at: child.location)
    }
  }

  /// Adds a remark on every entry of the element's user info.
  func remarkUserInfo() {
    for entry in element.children(named: "userInfo").flatMap(\.children) {
      let (key, value) = (entry.attribute("key")?.value ?? "", entry.attribute("value")?.value)
      log.remark(.userInfo, of: part, "\(key): \(value ?? "")", at: entry.location)
    }
  }
}
