internal import Files
internal import Reports
public import SchemaModel

/// Writes versions of a model as a Core Data model, in Xcode's form.
///
/// What came from such a model is written so that it reads back equal. What Core Data's models do
/// not have is left out or written as what holds it, and remarked: an enumeration as its raw type,
/// a list as transformable.
///
/// ```swift
/// let exported = ModelExporter.package(of: history)
/// exported.files.map(\.path) // ["Shop.xcdatamodel/contents", ".xccurrentversion"]
/// ```
public enum ModelExporter {
  /// A file of a package.
  public struct File: Hashable, Sendable {
    /// The path in the package.
    public var path: String
    /// What stands in it.
    public var text: String

    /// A file from its parts.
    public init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// A package `.xcdatamodeld`: a model for each version, and which one is the current.
  ///
  /// Versions are named by their documentation where that gives all of them names in natural
  /// order, as after an import; else `Shop`, `Shop 2` and so on. The newest one is the current one.
  public static func package(
    of schemas: [Schema], current: Version? = nil
  ) -> (files: [File], remarks: [ExportRemark]) {
    var files: [File] = []
    var remarks: [ExportRemark] = []
    let schemas = schemas.sorted { $0.version < $1.version }
    let labels = labels(of: schemas)
    for (schema, label) in zip(schemas, labels) {
      let (text, new) = contents(of: schema)
      files.append(File(path: "\(label).xcdatamodel/contents", text: text))
      remarks += new
    }
    let position = schemas.firstIndex { $0.version == current } ?? schemas.count - 1
    if labels.indices.contains(position) {
      files.append(File(path: ".xccurrentversion", text: currentVersion(labels[position])))
    }
    return (files, remarks)
  }

  /// The `contents` of one version.
  public static func contents(of schema: Schema) -> (text: String, remarks: [ExportRemark]) {
    var export = ModelExport(schema)
    let text = MarkupWriter.text(of: export.model())
    return (text, export.remarks)
  }

  private static func labels(of schemas: [Schema]) -> [String] {
    let labels = schemas.compactMap(\.documentation).filter(isLabel)
    let isOrdered = labels == labels.inOrder(ofVersionsOf: schemas.last?.name ?? "")
    if labels.count == schemas.count, Set(labels).count == labels.count, isOrdered { return labels }
    return schemas.enumerated().map { position, schema in
      position == 0 ? schema.name : "\(schema.name) \(position + 1)"
    }
  }

  /// Whether a text looks like a name rather than a sentence.
  private static func isLabel(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 64 && text.first != "." && text.last != "."
      && !text.contains { $0 == "/" || $0.isNewline }
  }

  private static func currentVersion(_ label: String) -> String {
    let name = MarkupWriter.escaped("\(label).xcdatamodel")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>_XCCurrentVersionName</key>
      \t<string>\(name)</string>
      </dict>
      </plist>

      """
  }
}
