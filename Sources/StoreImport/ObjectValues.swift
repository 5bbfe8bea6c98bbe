internal import Diagnostics
internal import Digests
internal import Files
internal import SQLiteStore
internal import SchemaExchange
internal import SchemaModel
internal import SchemaYAML

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Works out what the attributes of an object are stored as, and keeps the files of some.
struct ObjectValues {
  typealias Value = (attribute: String, column: String, value: SQLValue)

  private let layout: StoreLayout
  private let folder: ExternalFolder
  private let isRehearsal: Bool
  private let now = Date().timeIntervalSince1970
  private var addedFiles: [String] = []

  init(_ layout: StoreLayout, _ folder: ExternalFolder, isRehearsal: Bool) {
    (self.layout, self.folder, self.isRehearsal) = (layout, folder, isRehearsal)
  }

  /// The values of all attributes, those included of which the mapping says nothing.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` with all values that cannot be.
  mutating func values(of node: JSONNode, _ mapping: ObjectMapping) throws -> [Value] {
    var values: [Value] = []
    var problems: [Diagnostic] = []
    for attribute in layout.schema.allAttributes(of: mapping.entity) where !attribute.isTransient {
      guard let column = layout.column(of: attribute.name, in: mapping.entity) else { continue }
      let mapped = mapping.attributes.first { $0.attribute == attribute.name }
      do {
        let value = try value(of: attribute, mapped, node, mapping.entity)
        values.append((attribute.name, column, value))
      } catch let error as DiagnosticsError {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return values
  }

  private mutating func value(
    of attribute: Attribute, _ mapping: ValueMapping?, _ node: JSONNode, _ entity: String
  ) throws -> SQLValue {
    let name = "\(entity).\(attribute.name)"
    guard let mapping, let source = mapping.source, let found = node.value(at: source) else {
      return try absent(attribute, mapping?.fallback ?? attribute.defaultValue, name, node)
    }
    let reading = ImportedValue(schema: layout.schema, dateForm: mapping.dateForm)
    let literal =
      mapping.isJSON
      ? Literal.string(found.document) : reading.literal(found, as: attribute.type)
    guard let literal, let value = layout.schema.storedValue(of: literal, as: attribute.type)
    else {
      throw problem(
        "unusable-value", "\(found.phrase) is no '\(attribute.type.keyword)' for '\(name)'",
        at: found.location)
    }
    return try kept(value, attribute)
  }

  private mutating func absent(
    _ attribute: Attribute, _ fallback: DefaultValue?, _ name: String, _ node: JSONNode
  ) throws -> SQLValue {
    switch fallback {
    case .literal(let literal)?:
      return try kept(
        layout.schema.storedValue(of: literal, as: attribute.type) ?? .null, attribute)
    case .newUUID?: return .text(UUID().uuidString)
    case .now?: return .real(now)
    case nil: break
    }
    guard attribute.isOptional else {
      throw problem(
        "missing-member", "'\(name)' must have a value, and has none here", at: node.location)
    }
    return .null
  }

  /// The value as its column holds it: of bytes that are kept outside, the name of their file.
  ///
  /// The file is on the disk when the row names it.
  private mutating func kept(_ value: SQLValue, _ attribute: Attribute) throws -> SQLValue {
    guard attribute.storage == .external, case .blob(let bytes) = value else { return value }
    guard !isRehearsal else { return .text(Digest.of(bytes).hexadecimal) }
    let file = try folder.keep(bytes)
    if file.isNew { addedFiles.append(file.name) }
    try folder.flush()
    return .text(file.name)
  }

  /// Removes the files again that were made for nothing.
  func removeFiles() {
    // One that cannot be removed is a file that nothing names: verify tells of it.
    for name in addedFiles { try? FileSystem.remove(folder.path(of: name)) }
  }

  private func problem(
    _ code: String, _ message: String, at location: SourceLocation
  ) -> DiagnosticsError {
    DiagnosticsError([Diagnostic(code: code, message, at: location)])
  }
}
