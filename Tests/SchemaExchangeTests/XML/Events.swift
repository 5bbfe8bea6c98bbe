import Diagnostics
import Foundation
import SchemaExchange

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The events of a reader of XML, one line each.
struct Events: Equatable {
  /// The messages of a document that cannot be read.
  struct Failure: Error, Equatable {
    var messages: [String]
  }

  /// The events: `line:column <name attribute="value">`, `text …`, `</name>`.
  var lines: [String] = []

  /// The events of the project's reader; the text in an element comes before its end.
  init(reading bytes: [UInt8]) throws {
    do throws(DiagnosticsError) {
      add(try MarkupReader.root(of: bytes, file: "f"))
    } catch {
      throw Failure(
        messages: error.diagnostics.map { "\($0.location?.description ?? ""): \($0.message)" })
    }
  }

  init(reading text: String) throws { try self.init(reading: Array(text.utf8)) }

  private mutating func add(_ element: MarkupElement) {
    let attributes = Dictionary(
      uniqueKeysWithValues: element.attributes.map { ($0.name, $0.value) })
    begin(element.name, attributes, at: "\(element.location.line):\(element.location.column) ")
    for child in element.children { add(child) }
    end(element.name, text: element.text)
  }

  fileprivate mutating func begin(_ name: String, _ attributes: [String: String], at place: String)
  {
    let parts = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }
    lines.append("\(place)<\(name)\(parts.joined())>")
  }

  fileprivate mutating func end(_ name: String, text: String) {
    if text.contains(where: { !$0.isWhitespace }) { lines.append("text \(text)") }
    lines.append("</\(name)>")
  }

  /// The events without the places of elements.
  var withoutPlaces: [String] {
    lines.map { $0.replacing(/^[0-9:]+ </, with: "<") }
  }
}

extension Events {
  /// The events of Foundation's parser.
  init(parsing data: Data) throws {
    let parser = XMLParser(data: data)
    let collector = Collector()
    parser.delegate = collector
    guard parser.parse(), parser.parserError == nil else { throw Failure(messages: ["XMLParser"]) }
    self = collector.events
  }

  private init() {}

  private final class Collector: NSObject, XMLParserDelegate {
    var events = Events()
    private var texts: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      events.begin(name, attributes, at: "")
      texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      texts[texts.count - 1] += text
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      events.end(name, text: texts.removeLast())
    }
  }
}
