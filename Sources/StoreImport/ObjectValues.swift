internal import Diagnostics
internal import Digests
internal import Files
internal import JSON
internal import SQLite
internal import StoreLayout
internal import SchemaModel
internal import SchemaYAML

/// Computes the stored values of an object's attributes, and writes their external files.
struct ObjectValues {
  /// The value of an attribute of an object.
  struct Value {
    let attribute: String
    let column: String
    /// The value of the column; for bytes in an external file, the name of the file.
    let value: SQLValue
    /// The bytes of the external file.
    let file: [UInt8]?
    /// The place in the imported file; nil if the value does not come from the file.
    let location: SourceLocation?
    /// Whether the value was generated and would differ the next time, such as a UUID.
    let isFresh: Bool
  }

  private let layout: StoreLayout
  private let folder: ExternalFolder
  private let isRehearsal: Bool
  private let now = SystemClock.now()
  private var addedFiles: [String] = []

  init(_ layout: StoreLayout, _ folder: ExternalFolder, isRehearsal: Bool) {
    (self.layout, self.folder, self.isRehearsal) = (layout, folder, isRehearsal)
  }

  /// The values of all attributes, including attributes that the mapping does not mention.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` with all values that cannot be imported.
  func values(of node: JSONValue, _ mapping: ObjectMapping) throws -> [Value] {
    var values: [Value] = []
    var problems: [Diagnostic] = []
    for attribute in layout.schema.allAttributes(of: mapping.entity) where !attribute.isTransient {
      guard let column = layout.column(of: attribute.name, in: mapping.entity) else { continue }
      let mapped = mapping.attributes.first { $0.attribute == attribute.name }
      do {
        let value = try value(of: attribute, mapped, node, mapping.entity)
        let location = mapped?.source.flatMap { node.value(at: $0) }?.location
        let fallback = mapped?.fallback ?? attribute.defaultValue
        values.append(
          Value(
            attribute: attribute.name, column: column, value: value.stored, file: value.file,
            location: location, isFresh: location == nil && fallback?.isFresh == true))
      } catch let error as DiagnosticsError {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw DiagnosticsError(problems) }
    return values
  }

  /// The value of a column, and the bytes of the external file that it names.
  private typealias Content = (stored: SQLValue, file: [UInt8]?)

  private func value(
    of attribute: Attribute, _ mapping: ValueMapping?, _ node: JSONValue, _ entity: String
  ) throws -> Content {
    let name = "\(entity).\(attribute.name)"
    guard let mapping, let source = mapping.source, let found = node.value(at: source) else {
      return try absent(attribute, mapping?.fallback ?? attribute.defaultValue, name, node)
    }
    let reading = ImportedValue(
      schema: layout.schema, dateForm: mapping.dateForm, property: name)
    let literal =
      mapping.isJSON
      ? Literal.string(JSONWriter.line(of: found)) : try reading.literal(found, as: attribute.type)
    guard let literal, let value = layout.schema.storedValue(of: literal, as: attribute.type)
    else {
      throw problem(
        "unusable-value", "\(found.phrase) is no '\(attribute.type.keyword)' for '\(name)'",
        at: found.location, note: reading.hint(for: found, as: attribute.type))
    }
    return content(value, attribute)
  }

  private func absent(
    _ attribute: Attribute, _ fallback: DefaultValue?, _ name: String, _ node: JSONValue
  ) throws -> Content {
    switch fallback {
    case .literal(let literal)?:
      return content(
        layout.schema.storedValue(of: literal, as: attribute.type) ?? .null, attribute)
    case .newUUID?: return (.text(UUIDText.random()), nil)
    case .now?: return (.real(now), nil)
    case .computed?, nil: break
    }
    guard attribute.isOptional else {
      throw problem(
        "missing-member", "'\(name)' must have a value, and has none here", at: node.location)
    }
    return (.null, nil)
  }

  private func content(_ value: SQLValue, _ attribute: Attribute) -> Content {
    guard attribute.storage == .external, case .blob(let bytes) = value else { return (value, nil) }
    return (.text(Digest.of(bytes).hexadecimal), bytes)
  }

  /// Writes the bytes of external files, and flushes them to the disk before a row names them.
  mutating func keepFiles(of values: [Value]) throws {
    let files = values.compactMap(\.file)
    guard !isRehearsal, !files.isEmpty else { return }
    for bytes in files {
      let file = try folder.keep(bytes)
      if file.isNew { addedFiles.append(file.name) }
    }
    try folder.flush()
  }

  /// Removes the files that were written for an import that failed.
  func removeFiles() {
    // A file that cannot be removed is not named by any row: verification reports it.
    for name in addedFiles { try? FileSystem.remove(folder.path(of: name)) }
  }

  private func problem(
    _ code: String, _ message: String, at location: SourceLocation, note: String? = nil
  ) -> DiagnosticsError {
    DiagnosticsError([
      Diagnostic(
        code: code, message, at: location, notes: [note.map { .init($0) }].compactMap(\.self))
    ])
  }
}
