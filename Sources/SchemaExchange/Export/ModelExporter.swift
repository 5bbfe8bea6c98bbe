internal import Files
internal import Reports
public import SchemaModel

/// Writes versions of a model as a Core Data model, in Xcode's form.
///
/// A model that was imported from this form is written so that it reads back equal. Parts that do not exist
/// in Core Data's models are left out or replaced, with a remark: an enumeration by its raw type, a list by a
/// transformable.
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
    /// The contents of the file.
    public var text: String

    /// A file from its parts.
    public init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// A package `.xcdatamodeld` with a model for each version, and the name of the current version.
  ///
  /// Versions are named by their documentation if all of it consists of names in natural order, as after an
  /// import. Otherwise their names are `Shop`, `Shop 2` and so on. Without `current`, the newest version is
  /// the current one.
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

  /// The file `contents` of one version.
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

  /// Whether a text is a possible file name rather than a sentence.
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
